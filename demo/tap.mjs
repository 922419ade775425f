// Sees every message of a client transport, in both directions, and changes none.
export function tap(transport, see) {
  const send = transport.send.bind(transport);
  const receive = transport.onmessage;
  transport.send = (message, options) => {
    see(message);
    return send(message, options);
  };
  transport.onmessage = (message, extra) => {
    see(message);
    receive?.(message, extra);
  };
  return transport;
}
