// Stands for Langfuse: takes what its own exporter sends, and keeps it in memory.
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

/** Listens on this machine alone; `spans` grows as they come in, each with its attributes as one object. */
export async function startListener() {
  const spans = [];
  const server = createServer(async (request, response) => {
    const { resourceSpans } = await json(request);
    for (const { scopeSpans } of resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans.map(simple));
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${server.address().port}`, spans, close };
}

function simple({ name, attributes }) {
  return {
    name,
    attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue])),
  };
}
