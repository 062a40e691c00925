import type { APIResponse, Route } from '@playwright/test';
import { engine } from '../engines/engine.ts';
import type { SentBody } from '../engines/firefox-fixtures.ts';

/**
 * What the service answers to a request, whatever the page gets to see of it. Firefox's driver does not hand out the body of
 * a request: the page itself remembers the last one of each address.
 */
export async function fetchAsSent(route: Route): Promise<APIResponse> {
  const request = route.request();
  if (engine !== 'firefox' || request.method() === 'GET') return route.fetch();
  const sent = await request
    .frame()
    .evaluate(
      (url) => (window as unknown as { sentBody(url: string): Promise<SentBody | null> }).sentBody(url),
      request.url(),
    );
  if (sent === null) return route.fetch();
  return route.fetch({
    headers: { ...request.headers(), ...(sent.type === null ? {} : { 'content-type': sent.type }) },
    postData: Buffer.from(sent.base64, 'base64'),
  });
}
