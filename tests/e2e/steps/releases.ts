import type { DemoProcess } from '../../support/demo-process.ts'
import type { FaultProxy } from '../../support/fault-proxy.ts'

/** A page of any browser, as far as it can be asked something. */
type AskedPage = { evaluate<Found>(ask: () => Found | Promise<Found>): Promise<Found> }

/** Further releases of the app, as the server would have them after a deployment. */
export type Releases = {
  /** Serves a release with another first script, without the parts whose names match `without`. */
  serve(name: string, options?: { readonly broken?: boolean; readonly without?: RegExp }): void
}

async function textOf(
  demo: DemoProcess,
  path: string,
): Promise<{ headers: Record<string, string>; body: string }> {
  const answer = await fetch(`${demo.url}${path}`)
  const names = ['content-type', 'content-security-policy', 'cache-control']
  return {
    headers: Object.fromEntries(names.map((name) => [name, answer.headers.get(name) ?? ''])),
    body: await answer.text(),
  }
}

/** Reads the release that was built, and makes the proxy between phone and server serve variants of it. */
export async function readRelease(demo: DemoProcess, proxy: FaultProxy): Promise<Releases> {
  const [worker, page, login] = await Promise.all(
    ['/sw.js', '/index.html', '/login.html'].map((path) => textOf(demo, path)),
  )
  const start = /src="\/(assets\/start-[\w-]+)\.js"/.exec(page?.body ?? '')?.[1]
  if (!worker || !page || !login || start === undefined) throw new Error('the built app has no start')
  const { headers: asScript } = await textOf(demo, `/${start}.js`)
  let served: { end(): void }[] = []
  return {
    serve(name, { broken = false, without } = {}) {
      for (const rule of served) rule.end()
      const first = `${start}-${name}.js`
      const renamed = (html: string) => html.replace(`src="/${start}.js"`, `src="/${first}"`)
      const give = (path: RegExp, headers: Record<string, string>, body: string) =>
        proxy.inject(path, { kind: 'answer', status: 200, headers, body }, 1_000)
      // Another page has another fingerprint in the list of files.
      const list = worker.body
        .replaceAll(
          /\{"revision":"[^"]*","url":"((?:index|login)\.html)"\}/g,
          `{"revision":"${name}","url":"$1"}`,
        )
        .replace('{"revision":', `{"revision":null,"url":"${first}"},{"revision":`)
      const rewrittenList = list.replaceAll(
        /\{"revision":null,"url":"([^"]+)"\},?/g,
        (entry: string, url: string) =>
          // What begins the release that was built has no place in one that does not begin.
          without?.test(url) || (broken && url === `${start}.js`) ? '' : entry,
      )
      served = [
        give(/^\/sw\.js/, worker.headers, rewrittenList),
        give(/^\/login\.html/, login.headers, renamed(login.body)),
        // It begins what was built, or nothing.
        give(
          new RegExp(`^/${first}`),
          asScript,
          broken ? 'throw new Error("broken")' : `import '/${start}.js'`,
        ),
        give(/^\/(index\.html.*)?$/, page.headers, renamed(page.body)),
        ...(without
          ? [proxy.inject(without, { kind: 'answer', status: 404, body: 'Not found' }, 1_000)]
          : []),
      ]
    },
  }
}

/** The name of the release whose page is shown; `first` is the one that was built. */
export async function releaseOf(page: AskedPage): Promise<string> {
  return await page.evaluate(() => {
    const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')]
    const start = scripts.map(({ src }) => src).find((src) => src.includes('/start-')) ?? ''
    return /\/start-[\w-]{8}-(\w+)\.js$/.exec(start)?.[1] ?? 'first'
  })
}

/** Has the browser look for a new release now, and waits until it is here and waits. */
export async function fetchRelease(page: AskedPage): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
    const found = registration.installing
    if (!found) return
    await new Promise<void>((resolve) => {
      found.addEventListener('statechange', () => (found.state === 'installed' ? resolve() : undefined))
    })
  })
}
