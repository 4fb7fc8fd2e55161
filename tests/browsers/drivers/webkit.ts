import { once } from 'node:events'
import { createServer } from 'node:net'
import { startProgram } from './program.ts'
import { asExpression, PHONE_SCREEN, readFound, type StartedBrowser } from './tab.ts'

/** What is needed to drive WebKitGTK: its driver, a browser around it, and a screen where there is none. */
export type WebkitPrograms = { readonly driver: string; readonly browser: string; readonly screen?: string }

/**
 * This driver leaves a screen by loading another page, as an installed app does not. WebKit keeps the page that was left
 * as it stands, to go back to, with its lock and its half-done transactions, which then hold up the next page.
 */
const ARGUMENTS = ['--automation', '--enable-page-cache=false']

/** The name that an element has in the protocol (https://www.w3.org/TR/webdriver2/#elements). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('not a port')
  return address.port
}

/** Sends one command of WebDriver; throws with the error's own words. */
async function command<Result>(
  address: string,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body: object = {},
) {
  const answer = await fetch(`${address}${path}`, {
    method,
    ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
  })
  const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null }
  if (!answer.ok) throw new Error(`${path}: ${value?.error}: ${value?.message}`)
  return value as Result
}

/** Starts WebKitGTK's own small browser by its WebDriver; what it stores ends with it. */
export async function startWebkit({ driver, browser, screen }: WebkitPrograms): Promise<StartedBrowser> {
  const started: { stop(): Promise<void> }[] = []
  const stop = async () => {
    for (const program of started.reverse()) await program.stop()
  }
  try {
    let display = process.env['DISPLAY'] ?? ''
    if (screen !== undefined) {
      const drawn = startProgram(screen, [
        '-displayfd',
        '1',
        '-screen',
        '0',
        '800x900x24',
        '-nolisten',
        'tcp',
      ])
      started.push(drawn)
      display = `:${(await drawn.says(/^\d+$/))[0]}`
    }
    const port = await freePort()
    const address = `http://127.0.0.1:${port}`
    started.push(
      startProgram(driver, [`--port=${port}`, '--host=127.0.0.1'], { DISPLAY: display, LANG: 'C.UTF-8' }),
    )
    await untilListening(address)
    const session = await command<{ sessionId: string; capabilities: { browserVersion: string } }>(
      address,
      'POST',
      '/session',
      { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ARGUMENTS } } } },
    )
    const base = `/session/${session.sessionId}`
    const send = async <Result>(path: string, body: object = {}) =>
      await command<Result>(address, 'POST', `${base}${path}`, body)
    started.push({ stop: async () => void (await command(address, 'DELETE', base).catch(() => undefined)) })
    await send('/timeouts', { script: 60_000, pageLoad: 60_000, implicit: 0 })
    await send('/window/rect', { x: 0, y: 0, ...PHONE_SCREEN })

    const find = async (value: string) =>
      (await send<Record<string, string>>('/element', { using: 'css selector', value }))[ELEMENT] ?? ''
    return {
      version: session.capabilities.browserVersion,
      tab: {
        goto: async (url) => await send('/url', { url }),
        reload: async () => await send('/refresh'),
        run: async (work, ...given) => {
          const script = `const done = arguments[arguments.length - 1];
            ${asExpression(work, given)}.then(done, (error) => done(String(error)))`
          return readFound(await send<unknown>('/execute/async', { script, args: [] }))
        },
        press: async (selector) => await send(`/element/${await find(selector)}/click`),
        type: async (selector, text) => await send(`/element/${await find(selector)}/value`, { text }),
        giveFile: async (selector, path) =>
          await send(`/element/${await find(selector)}/value`, { text: path }),
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The driver says nothing when it listens. */
async function untilListening(address: string): Promise<void> {
  const end = Date.now() + 20_000
  for (;;) {
    const ready = await fetch(`${address}/status`).then(
      () => true,
      () => false,
    )
    if (ready) return
    if (Date.now() > end) throw new Error('WebKitWebDriver does not listen')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
