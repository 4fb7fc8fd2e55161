import type { ApiCall } from './ledger-entries.ts'
import type { FaultKind, Settings } from './settings.ts'

/** A fault that the simulator is to inject. `times` counts down to zero; null means until it is deleted. */
export type Fault = {
  id: number
  kind: FaultKind
  times: number | null
  /** Only these calls; null means the usual ones of its kind. */
  calls: ApiCall[] | null
  certkey: string | null
  /** latency and delayed: milliseconds. */
  ms: number
  /** status: which one. */
  status: number
  /** code: which one, and the authority's message. */
  code: number
  message: string | null
  /** status and html: only after the message was processed. */
  afterProcessing: boolean
}

/** The stage of a request at which a fault is injected. */
export type FaultStage = 'delay' | 'arrive' | 'decide' | 'accept' | 'answer'

export type RequestFaults = {
  /** Uses up one fault of that stage, if one applies. */
  take(stage: FaultStage): Fault | null
}

export type FaultInjector = {
  add(fault: Omit<Fault, 'id'>): Fault
  list(): Fault[]
  remove(id: number): boolean
  clear(): void
  /** Starts the chaos of a profile from its seed. */
  seed(chaos: Settings['chaos']): void
  forRequest(call: ApiCall, certkey: string | null, settings: Settings): RequestFaults
}

const RECEIPT_KINDS: readonly FaultKind[] = ['code', 'lost', 'delayed']

export function createFaultInjector(): FaultInjector {
  let faults: Fault[] = []
  let lastId = 0
  let random = seededRandom(1)

  function take(stage: FaultStage, call: ApiCall, certkey: string | null): Fault | null {
    const fault = faults.find(
      (candidate) =>
        stageOf(candidate) === stage &&
        callsOf(candidate).includes(call) &&
        (candidate.certkey === null || candidate.certkey === certkey),
    )
    if (fault === undefined) return null
    if (fault.times !== null) {
      fault.times -= 1
      if (fault.times <= 0) faults = faults.filter((candidate) => candidate !== fault)
    }
    return fault
  }

  return {
    add(request) {
      lastId += 1
      const fault = { id: lastId, ...request }
      faults.push(fault)
      return fault
    },
    list: () => faults.map((fault) => ({ ...fault })),
    remove(id) {
      const before = faults.length
      faults = faults.filter((fault) => fault.id !== id)
      return faults.length < before
    },
    clear() {
      faults = []
    },
    seed(chaos) {
      random = seededRandom(chaos.seed)
    },
    forRequest(call, certkey, settings) {
      let chaos = settings.profile === 'chaos' ? randomFault(random, settings.chaos, call) : null
      return {
        take(stage) {
          const injected = take(stage, call, certkey)
          if (injected !== null || chaos === null || stageOf(chaos) !== stage) return injected
          const drawn = chaos
          chaos = null
          return drawn
        },
      }
    },
  }
}

function callsOf(fault: Fault): readonly ApiCall[] {
  if (fault.calls !== null) return fault.calls
  return RECEIPT_KINDS.includes(fault.kind) ? ['receipt'] : ['registration', 'token', 'receipt', 'z-report']
}

function stageOf(fault: Fault): FaultStage {
  switch (fault.kind) {
    case 'latency':
      return 'delay'
    case 'drop-before':
      return 'arrive'
    case 'status':
    case 'html':
      return fault.afterProcessing ? 'answer' : 'arrive'
    case 'code':
      return 'decide'
    case 'lost':
    case 'delayed':
      return 'accept'
    case 'drop-answer':
    case 'empty-ackcode':
    case 'bad-signature':
      return 'answer'
  }
}

function randomFault(random: () => number, chaos: Settings['chaos'], call: ApiCall): Fault | null {
  if (random() >= chaos.rate) return null
  const kind = chaos.kinds[Math.floor(random() * chaos.kinds.length)] ?? 'latency'
  const status = [500, 502, 503][Math.floor(random() * 3)] ?? 503
  const fault: Fault = {
    id: 0,
    kind,
    times: 1,
    calls: null,
    certkey: null,
    ms: Math.floor(random() * (chaos.latencyMs + 1)),
    status,
    code: 5,
    message: null,
    afterProcessing: random() < 0.5,
  }
  return callsOf(fault).includes(call) ? fault : null
}

/** A small generator with a 32-bit state: the same seed gives the same faults in the same order of requests. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
