/** Closes the IndexedDB connections of this worker at a message of another page, as a browser may do to a suspended app. */
const connections = new Set<IDBDatabase>();
const factory: { open: (name: string, version?: number) => IDBOpenDBRequest } = IDBFactory.prototype;
const { open } = factory;
factory.open = function opened(this: IDBFactory, ...args) {
  const request = open.apply(this, args);
  request.addEventListener('success', () => connections.add(request.result));
  return request;
};
const channel = new BroadcastChannel('test.close-store');
channel.onmessage = () => {
  for (const connection of connections) connection.close();
  channel.postMessage(connections.size);
};
