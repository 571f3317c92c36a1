/** A script that has not come by then counts as one that failed: what waits for it says so, and offers to try again. */
const maxMs = 120_000;

/** What a script brings. Fails when it has not come in time. */
export async function inTime<T>(script: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no script within ${maxMs} ms`)), maxMs);
  });
  try {
    return await Promise.race([script, late]);
  } finally {
    clearTimeout(timer);
  }
}
