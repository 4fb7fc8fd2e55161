import * as nodeCrypto from 'node:crypto'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { setTimeout as realPause } from 'node:timers/promises'
import type { Actor } from './actor.ts'

/**
 * Takes the machine's clock, timers and thread pool away from the code under test: timers run on virtual time, and
 * everything that really takes time is counted, so that the scheduler knows when one step is over. To be installed
 * once in a process, before any module of the product is loaded.
 */
const realSetImmediate = globalThis.setImmediate
const realSetTimeout = globalThis.setTimeout
const realClearTimeout = globalThis.clearTimeout

/** Turns of this thread that are asked for, and work outside of it (database, thread pool) that will come back. */
let turns = 0
let outside = 0
let progress: (() => void) | undefined

/** What timers need of the scheduler. */
type VirtualTime = {
  readonly current: Actor | undefined
  timer(actor: Actor, ms: number, what: string, run: () => void): void
}
let scheduler: VirtualTime | undefined

export function setScheduler(next: VirtualTime | undefined): void {
  scheduler = next
}

/** Reports that work outside the scheduler began or continues, which the scheduler has to wait for. */
export function begin(): void {
  outside += 1
}

/** Says that such work is over, or rests. */
export function end(): void {
  outside -= 1
  progress?.()
}

/** Counts work until it is settled. */
export function counted<T>(work: Promise<T>): Promise<T> {
  begin()
  return work.finally(end)
}

const tick = () => new Promise<void>((resolve) => realSetImmediate(resolve))

/** Sleeps until some work outside came back; `false` after `ms` of real time. Spinning would starve the database. */
function someProgress(ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = realSetTimeout(() => resolve(false), ms)
    progress = () => {
      progress = undefined
      realClearTimeout(timer)
      resolve(true)
    }
  })
}

/** Resolves when nothing is under way any more, or after some real milliseconds without progress. */
export async function becomeIdle(idleTimeoutMs: () => number): Promise<'idle' | 'waiting'> {
  for (let quiet = 0; quiet < 2; ) {
    await tick()
    if (turns > 0) quiet = 0
    else if (outside === 0) quiet += 1
    else {
      quiet = 0
      if (!(await someProgress(idleTimeoutMs()))) return 'waiting'
    }
  }
  return 'idle'
}

export const pauseReally = (ms: number) => realPause(ms)

class VirtualTimer {
  cancelled = false
  ref() {
    return this
  }
  unref() {
    return this
  }
}

function installTimers(): void {
  const setVirtual = (work: (...given: unknown[]) => void, ms = 0, ...given: unknown[]): unknown => {
    const running = scheduler
    const actor = running?.current
    if (!running || !actor) return realSetTimeout(work, ms, ...given)
    const timer = new VirtualTimer()
    running.timer(actor, ms, 'timer', () => {
      if (!timer.cancelled) work(...given)
    })
    return timer
  }
  const clearVirtual = (timer: unknown) => {
    if (timer instanceof VirtualTimer) timer.cancelled = true
    else realClearTimeout(timer as NodeJS.Timeout)
  }
  const setCounted = (work: (...given: unknown[]) => void, ...given: unknown[]): unknown => {
    turns += 1
    return realSetImmediate(() => {
      turns -= 1
      work(...given)
    })
  }
  // As a timer: a limit on the machine's clock would end the request of a day that is long over.
  const endAfter = (ms: number): AbortSignal => {
    const controller = new AbortController()
    setVirtual(() => controller.abort(new DOMException('The operation timed out', 'TimeoutError')), ms)
    return controller.signal
  }
  AbortSignal.timeout = endAfter
  Object.assign(globalThis, { setTimeout: setVirtual, clearTimeout: clearVirtual, setImmediate: setCounted })
}

type Hashing = { readonly name: string; readonly hash?: { readonly name: string } }

/** Secrets of the keys that bearers are signed with. */
const secrets = new WeakMap<CryptoKey, Uint8Array>()

function hmac(key: CryptoKey, secret: Uint8Array, data: Uint8Array): Buffer {
  // What Web Crypto says of a key that was imported for HMAC.
  const { hash } = key.algorithm as Hashing
  return nodeCrypto
    .createHmac((hash?.name ?? 'SHA-256').replace('-', ''), secret)
    .update(data)
    .digest()
}

function installCrypto(): void {
  const subtle = Object.getPrototypeOf(globalThis.crypto.subtle) as Record<string, unknown>
  type Call = (this: SubtleCrypto, ...given: unknown[]) => Promise<unknown>
  const replace = (name: string, by: (real: Call) => Call) => {
    subtle[name] = by(subtle[name] as Call)
  }
  for (const name of ['generateKey', 'exportKey', 'deriveBits', 'encrypt', 'decrypt']) {
    replace(
      name,
      (real) =>
        function call(...given) {
          return counted(real.apply(this, given))
        },
    )
  }
  // The cost that slows a thief who tries PINs and passwords would be most of a run; the same secret still
  // unlocks. Key files of the authority, which others made, keep their rounds.
  replace(
    'deriveKey',
    (real) =>
      function deriveKey(...given) {
        const [how, key, wanted, ...rest] = given as [Algorithm, CryptoKey, Algorithm, ...unknown[]]
        const ours = how.name === 'PBKDF2' && wanted.name === 'AES-GCM'
        return counted(real.call(this, ours ? { ...how, iterations: 1 } : how, key, wanted, ...rest))
      },
  )
  // At once: the order in which threads finish would be the machine's chance, and waiting for them most of a step.
  replace(
    'importKey',
    (real) =>
      async function importKey(...given) {
        const [format, bytes] = given
        const key = (await counted(real.apply(this, given))) as CryptoKey
        if (format === 'raw' && key.algorithm.name === 'HMAC') secrets.set(key, bytes as Uint8Array)
        return key
      },
  )
  replace(
    'sign',
    (real) =>
      function sign(...given) {
        const [, key, data] = given as [unknown, CryptoKey, Uint8Array]
        const secret = secrets.get(key)
        return secret ? Promise.resolve(hmac(key, secret, data)) : counted(real.apply(this, given))
      },
  )
  replace(
    'verify',
    (real) =>
      function verify(...given) {
        const [, key, signature, data] = given as [unknown, CryptoKey, Uint8Array, Uint8Array]
        const secret = secrets.get(key)
        if (!secret) return counted(real.apply(this, given))
        return Promise.resolve(hmac(key, secret, data).equals(signature))
      },
  )
  subtle['digest'] = async (algorithm: string | { name: string }, data: ArrayBuffer | Uint8Array) => {
    const name = typeof algorithm === 'string' ? algorithm : algorithm.name
    const bytes = data instanceof ArrayBuffer ? new Uint8Array(data) : data
    const digest = nodeCrypto.createHash(name.replace('-', '')).update(bytes).digest()
    return digest.buffer.slice(digest.byteOffset, digest.byteOffset + digest.byteLength)
  }
  // In the product this costs 19 MiB and two passes, which would be most of a run; the result of the check is
  // the same.
  const mutable = createRequire(import.meta.url)('node:crypto') as Record<string, unknown>
  mutable['argon2'] = (
    _: string,
    wanted: { message: string; nonce: Uint8Array; tagLength: number },
    done: (error: null, hash: Buffer) => void,
  ) => {
    done(null, nodeCrypto.scryptSync(wanted.message, wanted.nonce, wanted.tagLength, { N: 2, r: 1, p: 1 }))
  }
  syncBuiltinESMExports()
}

const RealCompression = globalThis.CompressionStream

/**
 * Runs work that compresses, or that threads do, as one step: nothing else happens before it is settled. Only
 * for work that neither stores nor sends anything.
 */
export async function atOnce<T>(work: () => Promise<T>): Promise<T> {
  Object.assign(globalThis, { CompressionStream: RealCompression })
  try {
    return await counted(work())
  } finally {
    Reflect.deleteProperty(globalThis, 'CompressionStream')
  }
}

let installed = false

/** Replaces what the machine lends. */
export function installVirtualRuntime(): void {
  if (installed) return
  installed = true
  installTimers()
  installCrypto()
  // Bodies travel as they are: compressing is the thread pool's work and changes nothing that is looked at here.
  Reflect.deleteProperty(globalThis, 'CompressionStream')
  // Writes are announced within a phone (`live-queries.ts`); no other thread listens.
  Reflect.deleteProperty(globalThis, 'BroadcastChannel')
}
