import type { APIResponse, Request, Route } from '@playwright/test';
import { engine } from '../engines/engine.ts';
import type { SentBody } from '../engines/firefox-fixtures.ts';

/** In Firefox, the last body that the page sent to the address of the request; null without a body. */
function rememberedBody(request: Request): Promise<SentBody | null> {
  return request
    .frame()
    .evaluate(
      (url) => (window as unknown as { sentBody(url: string): Promise<SentBody | null> }).sentBody(url),
      request.url(),
    );
}

/** The body of a request as text. Firefox’s driver does not expose it, so the page stores it. */
export async function sentText(request: Request): Promise<string> {
  if (engine !== 'firefox') return request.postData() ?? '';
  const sent = await rememberedBody(request);
  return sent === null ? '' : Buffer.from(sent.base64, 'base64').toString('utf8');
}

/** The service’s response to a request, independent of the response to the page. */
export async function fetchAsSent(route: Route): Promise<APIResponse> {
  const request = route.request();
  if (engine !== 'firefox' || request.method() === 'GET') return route.fetch();
  const sent = await rememberedBody(request);
  if (sent === null) return route.fetch();
  return route.fetch({
    headers: { ...request.headers(), ...(sent.type === null ? {} : { 'content-type': sent.type }) },
    postData: Buffer.from(sent.base64, 'base64'),
  });
}
