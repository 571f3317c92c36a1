/** A program that answers at once as the card processor does when a card is accepted, for measuring what stands before it. */
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    const [, id] = /\/v1\/payment_intents\/(\w+)\/confirm/.exec(request.url ?? '') ?? [];
    const own = id ?? `pi_${Math.random().toString(36).slice(2)}${Date.now()}`;
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        id: own,
        object: 'payment_intent',
        amount: 1607,
        amount_received: id ? 1607 : 0,
        currency: 'usd',
        client_secret: `${own}_secret_x`,
        status: id ? 'succeeded' : 'requires_payment_method',
        latest_charge: id ? `ch_${own}` : null,
        payment_method: id ? 'pm_1' : null,
        metadata: {},
        last_payment_error: null,
      }),
    );
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(address && typeof address === 'object' ? address.port : 0);
});
process.on('disconnect', () => process.exit(0));
