/** The library that reads and makes images, loaded with the first image: a node that has none to make starts without it. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
