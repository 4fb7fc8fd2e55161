import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDevice } from '#server/simulators/tra/control-changes.ts'
import { createFaultInjector } from '#server/simulators/tra/faults.ts'
import { applyEntry, emptyLedger } from '#server/simulators/tra/ledger.ts'
import type { DeviceRecord } from '#server/simulators/tra/ledger-entries.ts'
import { routeRequest } from '#server/simulators/tra/route-request.ts'
import { DEFAULT_SETTINGS } from '#server/simulators/tra/settings.ts'
import type { SimulatorContext } from '#server/simulators/tra/simulator-context.ts'
import type { SimAnswer } from '#server/simulators/tra/simulator-http.ts'
import { loadSimulatorIdentity, type SimulatorIdentity } from '#server/simulators/tra/simulator-identity.ts'
import { makeVerifyPortal } from '#server/simulators/tra/verify-portal.ts'
import type { Actor } from './actor.ts'
import type { Chance } from './chance.ts'
import type { History } from './history.ts'
import { NOBODY } from './network.ts'
import type { Scheduler } from './scheduler.ts'
import { counted } from './virtual-runtime.ts'

export const AUTHORITY_URL = 'http://authority.test'
export const VERIFY_URL = `${AUTHORITY_URL}/efdmsRctVerify`

/** Keys of the simulator and the devices it has handed out: made once, since making keys takes longer than a run. */
export type AuthorityStock = {
  readonly identity: SimulatorIdentity
  readonly devices: readonly DeviceRecord[]
}

export type Company = {
  readonly id: string
  readonly tin: string
  readonly name: string
  readonly certKey: string
}

const noJournal = { append: async () => undefined, close: async () => undefined }

function worldOf(identity: SimulatorIdentity, clock: { now(): number }): SimulatorContext {
  return {
    ledger: emptyLedger(),
    journal: noJournal,
    faults: createFaultInjector(),
    identity,
    baseClock: clock,
    publicUrl: AUTHORITY_URL,
    log: () => undefined,
    stopping: new AbortController().signal,
  }
}

/** Makes what every run starts from: once on a machine, since the keys take longer than some runs. */
export async function stockAuthority(companies: readonly Company[], at: number): Promise<AuthorityStock> {
  const wanted = createHash('sha256')
    .update(JSON.stringify([companies, at]))
    .digest('hex')
    .slice(0, 12)
  const home = join(tmpdir(), `risiti-simulation-${process.getuid?.() ?? 'user'}-${wanted}`)
  if (!existsSync(home)) await makeStock(home, companies, at)
  // Written by `makeStock`.
  const devices = JSON.parse(readFileSync(join(home, DEVICES_FILE), 'utf8')) as DeviceRecord[]
  return { identity: await loadIdentity(home, at), devices }
}

/** Names and numbers that the authority gives are made from its secret: the same on every machine. */
async function loadIdentity(home: string, at: number): Promise<SimulatorIdentity> {
  return { ...(await loadSimulatorIdentity(home, at)), secret: Buffer.alloc(32, 7) }
}

const DEVICES_FILE = 'devices.json'

/** Makes a folder with all of it, or leaves the one that another process made meanwhile. */
async function makeStock(home: string, companies: readonly Company[], at: number): Promise<void> {
  const draft = mkdtempSync(`${home}-`)
  const world = worldOf(await loadIdentity(draft, at), { now: () => at })
  const devices: DeviceRecord[] = []
  for (const { tin, name, certKey } of companies) {
    const made = await createDevice(world, {
      ...{ tin, name, certkey: certKey, street: 'Sokoni', mobile: '', city: 'Dar es Salaam', region: '' },
      ...{ country: 'TANZANIA', address: '', vrn: '40012345A', taxOffice: 'Office', gc: 1, pfx: 'modern' },
      taxCodes: { A: 18, B: 0, C: 0, D: 0 },
    })
    if ('conflict' in made) throw new Error(made.conflict)
    devices.push(made.device)
  }
  writeFileSync(join(draft, DEVICES_FILE), JSON.stringify(devices), { mode: 0o600 })
  try {
    renameSync(draft, home)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(home)) throw error
  }
}

/** The connection between the server and the authority. */
export type AuthorityConditions = { loss: number; replay: number; delayMs: number }

/** The authority of one run: the simulator's own rules and ledger, without its sockets and its disk. */
export class Authority {
  readonly world: SimulatorContext
  readonly conditions: AuthorityConditions = { loss: 0, replay: 0, delayMs: 80 }
  readonly #portal
  readonly #history: History
  readonly #scheduler: Scheduler

  constructor(stock: AuthorityStock, scheduler: Scheduler, history: History, strict: boolean) {
    this.world = worldOf(stock.identity, { now: () => Math.floor(scheduler.now) })
    this.#tellFaults()
    this.world.ledger.settings = { ...DEFAULT_SETTINGS, profile: strict ? 'strict' : 'field' }
    for (const device of stock.devices) {
      applyEntry(this.world.ledger, { kind: 'device-issued', device: structuredClone(device) })
    }
    this.#portal = makeVerifyPortal(this.world)
    this.#history = history
    this.#scheduler = scheduler
  }

  /** Records which of the requested faults the authority made. */
  #tellFaults(): void {
    const { faults } = this.world
    const { forRequest } = faults
    faults.forRequest = (...given) => {
      const { take } = forRequest(...given)
      return {
        take: (stage) => {
          const fault = take(stage)
          if (fault) this.#history.add({ kind: 'fault', what: `authority ${fault.kind}`, who: 'authority' })
          return fault
        },
      }
    }
  }

  /** `fetch` as a process of the server has it. */
  fetchOf(actor: Actor, chance: Chance): typeof fetch {
    return async (input, init) => {
      const request = new Request(input)
      const body = request.method === 'GET' ? '' : await request.text()
      return await this.#exchange(actor, chance, request, body, init?.signal ?? request.signal)
    }
  }

  /** `fetch` without any line in between, for what is prepared before a run. */
  atOnce(): typeof fetch {
    return async (input) => {
      const request = new Request(input)
      const body = request.method === 'GET' ? '' : await request.text()
      const answer = await this.#ask(request.method, new URL(request.url), request.headers, body, 'stage')
      if (answer.drop) throw lost()
      return new Response(answer.body, { status: answer.status, headers: answer.headers })
    }
  }

  #exchange(
    actor: Actor,
    chance: Chance,
    request: Request,
    body: string,
    signal: AbortSignal,
  ): Promise<Response> {
    const { conditions: line } = this
    const url = new URL(request.url)
    const delay = () => line.delayMs * (0.3 + 1.4 * chance.next())
    const logOutcome = (outcome: string) => {
      this.#history.add({ kind: 'authority', call: url.pathname, process: actor.name, outcome })
    }
    return new Promise((resolve, reject) => {
      const fail = (outcome: string, error: Error) => {
        if (!actor.alive) return
        logOutcome(outcome)
        reject(error)
      }
      signal.addEventListener('abort', () => fail('too slow', new DOMException('aborted', 'AbortError')))
      if (chance.hits(line.loss)) {
        if (chance.hits(0.7)) this.#scheduler.after(actor, delay(), 'lost', () => fail('lost', lost()))
        return
      }
      const arrive = (first: boolean) => async () => {
        const answer = await counted(this.#ask(request.method, url, request.headers, body, actor.name))
        if (!first) return
        const gone = answer.drop || chance.hits(line.loss)
        if (gone) {
          this.#scheduler.after(actor, delay(), 'answer lost', () => fail('answer lost', lost()))
          return
        }
        this.#scheduler.after(actor, delay(), 'authority answers', () => {
          if (actor.alive) logOutcome(String(answer.status))
          const text = [204, 304].includes(answer.status) ? null : answer.body
          resolve(new Response(text, { status: answer.status, headers: answer.headers }))
        })
      }
      this.#scheduler.after(
        NOBODY,
        delay(),
        `authority ${url.pathname.slice(0, 20)}`,
        () => void arrive(true)(),
      )
      if (chance.hits(line.replay)) {
        const ms = delay() + chance.between(0, 3_000)
        this.#scheduler.after(NOBODY, ms, 'authority again', () => void arrive(false)())
      }
    })
  }

  #ask(method: string, url: URL, headers: Headers, body: string, caller: string): Promise<SimAnswer> {
    return routeRequest(this.world, this.#portal, {
      method,
      path: url.pathname,
      query: url.searchParams,
      headers: Object.fromEntries(headers),
      body: Buffer.from(body, 'utf8'),
      caller,
    })
  }
}

function lost(): TypeError {
  return new TypeError('fetch failed')
}
