import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AuthorityControl, controlAuthority } from '../support/authority-control.ts'
import type { DemoProcess } from '../support/demo-process.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { LONG_PATH, SHORT_PATH } from './core-path.ts'
import type { Engine } from './engines.ts'
import { readScreen } from './page-finder.ts'
import { type Person, personAt } from './person.ts'

/** What a step of the path is given. */
export type Phone = {
  readonly person: Person
  /** The connection between this browser and the server: `cut` and `heal` work below the browser. */
  readonly line: FaultProxy
  readonly demo: DemoProcess
  readonly authority: AuthorityControl
  /** For files that the phone is given. */
  readonly folder: string
  /** What later steps have to know of earlier ones. */
  readonly notes: Map<string, string>
}

export type Step = {
  readonly name: string
  readonly walk: (phone: Phone) => Promise<void>
}

export type Walked = {
  readonly engine: string
  readonly version: string
  readonly steps: readonly { readonly name: string; readonly seconds: number; readonly error?: string }[]
  /** Browser features of the app that this engine lacks. */
  readonly lacks: readonly string[]
  readonly seconds: number
}

const secondsSince = (start: number) => Math.round((performance.now() - start) / 100) / 10

/** Walks the core path in one browser, from its start to its end; the first step that fails ends it. */
export async function walkPath(
  engine: Engine,
  demo: DemoProcess,
  options: { readonly short: boolean; readonly say: (line: string) => void },
): Promise<Walked> {
  const start = performance.now()
  const steps: { name: string; seconds: number; error?: string }[] = []
  const notes = new Map<string, string>()
  const folder = mkdtempSync(join(tmpdir(), 'risiti-browser-'))
  const line = await startFaultProxy({ host: '127.0.0.1', port: demo.port })
  const end: (() => Promise<void>)[] = [async () => await line.stop()]
  let version = 'unknown'
  let begun = performance.now()
  let name = 'start'
  let screen = async () => 'nothing'
  try {
    const browser = await engine.start()
    end.push(async () => await browser.stop())
    version = browser.version
    const person = personAt(browser.tab, line.url)
    screen = async () => await browser.tab.run(readScreen)
    const phone = { person, line, demo, authority: controlAuthority(demo.simulatorUrl), folder, notes }
    for (const step of options.short ? SHORT_PATH : LONG_PATH) {
      name = step.name
      begun = performance.now()
      await step.walk(phone)
      steps.push({ name, seconds: secondsSince(begun) })
      options.say(`  ${name} ${secondsSince(begun)} s`)
    }
  } catch (error) {
    const said = `${error instanceof Error ? error.message : String(error)}\non the screen: ${await screen().catch(String)}`
    steps.push({ name, seconds: secondsSince(begun), error: said })
    options.say(`  ${name} FAILED: ${said}`)
  }
  for (const stop of end.reverse()) await stop()
  rmSync(folder, { recursive: true, force: true })
  const lacks = (notes.get('lacks') ?? '').split(',').filter((word) => word !== '')
  return { engine: engine.name, version, steps, lacks, seconds: secondsSince(start) }
}
