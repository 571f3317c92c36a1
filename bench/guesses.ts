/**
 * A stranger who guesses passwords of many names from many addresses. A process of its own that gives way to the one that
 * measures: he would be on a machine of his own. Told whom to ask he begins; told to stop he says how often which status was
 * answered.
 */
interface Guessing {
  origin: string;
  usernames: string[];
  aSecond: number;
}

let sent = 0;
let timer: NodeJS.Timeout | undefined;
const pending = new Set<Promise<void>>();
let answers: Record<number, number> = {};

async function guess({ origin, usernames }: Guessing): Promise<void> {
  sent += 1;
  const response = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
    },
    // Every other name is nobody's.
    body: JSON.stringify({
      username: sent % 2 ? usernames[sent % usernames.length] : `nobody${sent}`,
      password: `guess-${sent}`,
    }),
  });
  await response.arrayBuffer();
  answers[response.status] = (answers[response.status] ?? 0) + 1;
}

process.on('message', async (told: Guessing | 'stop') => {
  if (told !== 'stop') {
    const began = performance.now();
    let count = 0;
    timer = setInterval(() => {
      for (; count < ((performance.now() - began) / 1000) * told.aSecond; count++) {
        const own = guess(told).finally(() => pending.delete(own));
        pending.add(own);
      }
    }, 5);
    return;
  }
  clearInterval(timer);
  await Promise.all(pending);
  process.send?.(answers);
  answers = {};
});
