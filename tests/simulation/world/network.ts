import type { ErrorCode } from '#contract/error-codes.ts'
import type { Problem } from '#contract/problem.ts'
import { proveAnswer } from '../../support/prove-answer.ts'
import { type Actor, actorOf } from './actor.ts'
import { type Chance, chanceOf } from './chance.ts'
import { corruptChunk } from './corrupt-chunk.ts'
import { corruptResponse } from './corrupt-response.ts'
import { CarrierCache } from './foreign-answer.ts'
import type { History } from './history.ts'
import {
  type NetworkConditions,
  type PlainAnswer,
  type PlainRequest,
  PORTAL_PAGE,
} from './network-conditions.ts'
import type { Scheduler } from './scheduler.ts'

/** A process of the server, as the network reaches it. */
export type Listener = {
  readonly actor: Actor
  /** Called when the process dies: connections to it break. */
  readonly onDeath: Set<() => void>
  answer(request: PlainRequest): Promise<PlainAnswer>
}

export type Caller = { readonly actor: Actor; readonly phone: string; readonly conditions: NetworkConditions }

type Trip = {
  readonly number: number
  readonly caller: Caller
  readonly chance: Chance
  readonly request: PlainRequest
  /** The first answer, or the first sign that there will be none, counts. */
  settle(end: PlainAnswer | 'broken' | 'cut'): void
}

const LATE_MS = 25_000

/** The network between the phones and the server: it loses, repeats, delays, cuts and replaces. */
export class Network {
  readonly #scheduler: Scheduler
  readonly #history: History
  readonly #seed: number
  readonly #listeners: () => readonly Listener[]
  readonly #asked = new Map<string, number>()
  /** The last good answer per phone and endpoint, for the cache that gives an old one. */
  readonly #older = new Map<string, PlainAnswer>()
  readonly #cache = new CarrierCache()
  /** Kept while in flight: a request without references may be collected, and its abort with it. */
  readonly #underWay = new Set<Request>()
  #numbers = 0

  constructor(scheduler: Scheduler, history: History, seed: number, listeners: () => readonly Listener[]) {
    this.#scheduler = scheduler
    this.#history = history
    this.#seed = seed
    this.#listeners = listeners
  }

  /** `fetch` as one tab has it. */
  fetchOf(caller: Caller): typeof fetch {
    return async (input, init) => {
      const request = new Request(input, init)
      const url = new URL(request.url)
      const body = request.method === 'GET' ? '' : await request.text()
      const headers = Object.fromEntries(request.headers)
      const plain = { method: request.method, path: `${url.pathname}${url.search}`, headers, body }
      // As a browser does: what was given up before it leaves does not leave.
      request.signal.throwIfAborted()
      this.#underWay.add(request)
      try {
        return await this.#send(caller, plain, request.signal)
      } finally {
        this.#underWay.delete(request)
      }
    }
  }

  #send(caller: Caller, request: PlainRequest, signal: AbortSignal): Promise<Response> {
    const nth = (this.#asked.get(caller.actor.name) ?? 0) + 1
    this.#asked.set(caller.actor.name, nth)
    this.#numbers += 1
    const number = this.#numbers
    const { phone, actor } = caller
    const bearer = request.headers['authorization'] ?? null
    const endpoint = request.path.split('?')[0] ?? ''
    const account = bearer === null ? null : bearer
    this.#history.add({
      kind: 'asked',
      request: number,
      phone,
      account,
      tab: actor.name,
      endpoint,
      body: request.body,
      bearer,
    })
    return new Promise((resolve, reject) => {
      let over = false
      const settle = (end: PlainAnswer | 'broken' | 'cut' | 'aborted') => {
        if (over || !actor.alive) return
        over = true
        const outcome = typeof end === 'string' ? end : String(end.status)
        const asked = typeof end === 'string' ? undefined : end.headers['retry-after']
        const retryAfterMs = asked === undefined ? undefined : Number(asked) * 1000
        this.#history.add({
          kind: 'answered',
          request: number,
          outcome,
          ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
        })
        if (end === 'aborted') reject(new DOMException('This operation was aborted', 'AbortError'))
        else if (end === 'broken') reject(new TypeError('fetch failed'))
        else if (end === 'cut') resolve(cutResponse())
        else resolve(new Response(end.body, { status: end.status, headers: { ...end.headers } }))
      }
      signal.addEventListener('abort', () => settle('aborted'))
      const chance = chanceOf(this.#seed, 'network', actor.name, nth)
      this.#depart({ number, caller, chance, request, settle })
    })
  }

  #later(trip: Trip, ms: number, what: string, run: () => void): void {
    this.#scheduler.after(trip.caller.actor, ms, `${what} ${trip.number}`, run)
  }

  #delay({ caller, chance, request }: Trip): number {
    const { delayMs, pullDelayMs } = caller.conditions
    const late = request.path.includes('/sync/pull') ? pullDelayMs : 0
    const usual = (delayMs + late) * (0.3 + 1.4 * chance.next())
    return chance.hits(caller.conditions.loss / 4) ? usual + chance.between(0, LATE_MS) : usual
  }

  #depart(trip: Trip): void {
    const { caller, chance } = trip
    const { conditions: line } = caller
    const answered = (what: string, ms: number, end: PlainAnswer | 'broken') => {
      this.#later(trip, ms, what, () => trip.settle(end))
    }
    switch (line.kind) {
      case 'offline':
        answered('no line', 1, 'broken')
        return
      case 'black hole':
        return
      case 'portal':
        answered('portal', line.delayMs, chance.hits(0.3) ? 'broken' : PORTAL_PAGE)
        return
      case 'open':
    }
    if (chance.hits(line.proxyErrors)) answered('proxy', line.delayMs, proxyAnswer(chance))
    else if (chance.hits(line.refusals))
      answered('gateway', line.delayMs, gatewayAnswer(trip.request, chance))
    else if (chance.hits(line.loss)) this.#lose(trip)
    else {
      this.#arrive(trip, this.#delay(trip), 0)
      if (chance.hits(line.replay)) this.#arrive(trip, this.#delay(trip) + chance.between(0, 8_000), 1)
    }
  }

  /** Lost on the way: half of the time the phone gets an error at once, else it only waits. */
  #lose(trip: Trip): void {
    if (trip.chance.hits(0.5)) this.#later(trip, this.#delay(trip), 'reset', () => trip.settle('broken'))
  }

  #arrive(trip: Trip, ms: number, copy: number): void {
    // Travels whether or not the phone still lives.
    const chosen = trip.chance.next()
    this.#scheduler.after(NOBODY, ms, `arrive ${trip.number} ${copy}`, () => {
      const listeners = this.#listeners()
      const listener = listeners[Math.floor(chosen * listeners.length)]
      if (!listener) {
        this.#later(trip, 5, 'refused', () => trip.settle('broken'))
        return
      }
      this.#scheduler.after(listener.actor, 0, `serve ${trip.number} ${copy}`, () => {
        this.#history.add({ kind: 'arrived', request: trip.number, process: listener.actor.name, copy })
        void this.#serve(trip, listener, copy)
      })
    })
  }

  /**
   * The request as it arrives: now and then with a flipped bit in a chunk of a file, which only its hash can
   * reveal.
   */
  #onTheWay({ caller, chance, request }: Trip): PlainRequest {
    const isChunk = request.path.split('?')[0]?.endsWith('/files/pieces')
    const turned = isChunk === true && chance.hits(caller.conditions.spoil)
    return turned
      ? corruptChunk(request, (what) => this.#history.add({ kind: 'fault', what, who: 'wire' }))
      : request
  }

  async #serve(trip: Trip, listener: Listener, copy: number): Promise<void> {
    const died = () => {
      if (copy === 0) this.#later(trip, 10, 'reset', () => trip.settle('broken'))
    }
    listener.onDeath.add(died)
    const answer = await listener.answer(this.#onTheWay(trip))
    listener.onDeath.delete(died)
    if (copy > 0) return
    const { caller, chance, request } = trip
    const { conditions: line } = caller
    const key = `${caller.phone} ${request.path.split('?')[0]}`
    const older = this.#older.get(key)
    if (answer.status === 200) this.#older.set(key, answer)
    if (line.kind !== 'open' || chance.hits(line.loss)) {
      this.#lose(trip)
      return
    }
    const spoiled = chance.hits(line.spoil) ? corruptResponse(answer, older, chance) : answer
    const received = this.#throughCache(trip, spoiled, answer)
    this.#later(trip, this.#delay(trip), 'answer', () => trip.settle(received))
  }

  /** With a stream of chance of its own: a line without such a cache is as it is without this. */
  #throughCache(
    { caller: { phone, conditions }, number, request }: Trip,
    received: PlainAnswer | 'cut',
    answer: PlainAnswer,
  ): PlainAnswer | 'cut' {
    const path = request.path.split('?')[0] ?? ''
    const chance = chanceOf(this.#seed, 'cache', number)
    const wrong =
      conditions.foreign > 0 && chance.hits(conditions.foreign)
        ? this.#cache.answerFor(phone, path, chance)
        : undefined
    this.#cache.add(phone, path, answer)
    if (!wrong) return received
    this.#history.add({ kind: 'fault', what: `${wrong.how} answer to ${path}`, who: 'wire' })
    return wrong.answer
  }
}

/** The wires: they do not die. */
export const NOBODY: Actor = actorOf('wire', chanceOf('wire'))

function cutResponse(): Response {
  const body = new ReadableStream({
    pull: (controller) => controller.error(new TypeError('terminated')),
  })
  return new Response(body, { status: 200, headers: { 'content-type': 'application/json' } })
}

/** Refusals of our own that no server of this run gives: it waits where another would say 409, and is of one version. */
const REFUSALS: readonly [readonly [number, ErrorCode], ...(readonly [number, ErrorCode])[]] = [
  [409, 'UNAVAILABLE'],
  [413, 'REQUEST_TOO_LARGE'],
  [422, 'REQUEST_INVALID'],
  [426, 'UPGRADE_REQUIRED'],
  [404, 'NOT_FOUND'],
  [500, 'UNEXPECTED'],
  [503, 'UNAVAILABLE'],
]

function gatewayAnswer({ method, path, headers, body }: PlainRequest, chance: Chance): PlainAnswer {
  const [status, code] = chance.pick(REFUSALS)
  const problem: Problem = {
    type: 'about:blank',
    title: code,
    status,
    code,
    message: code,
    requestId: 'gateway',
  }
  const asked = { method, path, authorization: headers['authorization'], body }
  return {
    status,
    headers: { 'content-type': 'application/problem+json' },
    body: proveAnswer(asked, JSON.stringify(problem)),
  }
}

function proxyAnswer(chance: Chance): PlainAnswer {
  const status = chance.pick([502, 503, 503, 429, 413, 504, 511])
  const waits = (status === 503 || status === 429) && chance.hits(0.7)
  return {
    status,
    headers: {
      'content-type': 'text/html',
      ...(waits ? { 'retry-after': String(1 + chance.below(20)) } : {}),
    },
    body: `<h1>${status}</h1>`,
  }
}
