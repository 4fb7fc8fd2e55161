/** What `scripts/dev/find-browser.mjs` gives; it is a script without types. */
type Finder = { ensureBrowser(): Promise<{ readonly path: string }> }

let found: Promise<string> | undefined

/** Path of the Chromium that `npm test` uses too: CHROMIUM_PATH, one of this machine, or a freshly installed one. */
export function findChromium(): Promise<string> {
  const given = process.env['CHROMIUM_PATH']
  const finder = new URL('../../../scripts/dev/find-browser.mjs', import.meta.url).href
  const find = async () => (await ((await import(finder)) as Finder).ensureBrowser()).path
  found ??= given ? Promise.resolve(given) : find()
  return found
}
