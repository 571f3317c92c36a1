/** A script that is not loaded after this time counts as failed: the waiting part says so and offers a retry. */
const maxMs = 120_000;

/** Resolves to the script's module. Fails when it is not loaded in time. */
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
