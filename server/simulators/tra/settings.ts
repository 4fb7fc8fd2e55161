import * as v from 'valibot'

export const FAULT_KINDS = [
  'latency',
  'drop-before',
  'drop-answer',
  'status',
  'html',
  'code',
  'lost',
  'delayed',
  'empty-ackcode',
  'bad-signature',
] as const

export type FaultKind = (typeof FAULT_KINDS)[number]

const Whole = v.pipe(v.number(), v.integer(), v.minValue(0))

export const SettingsSchema = v.object({
  /** strict: the guide's rules. field: the laxity seen in practice. chaos: strict with random faults. */
  profile: v.picklist(['strict', 'field', 'chaos']),
  chaos: v.object({
    rate: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
    seed: Whole,
    kinds: v.pipe(v.array(v.picklist(FAULT_KINDS)), v.minLength(1)),
    latencyMs: Whole,
  }),
  tokenLifetimeSeconds: v.pipe(Whole, v.minValue(1)),
  /** Whether the acknowledgement has the receipt's time or the server's. No code may depend on it. */
  ackTime: v.picklist(['echo', 'server']),
  /** The answer to identical bytes sent again: 0, or the refusal of a duplicate. */
  duplicateAnswer: v.picklist([0, 902]),
  /** How long after its acknowledgement a receipt appears on the portal. */
  visibleDelayMs: Whole,
  /** The real portal remembers the receipt per caller, so two look-ups at once can cross. Off: they never do. */
  verifyCrossing: v.boolean(),
  /** The portal takes no time in the address: `/CODE` first, then `/Verify/Verified?Secret=HH:MM:SS`. */
  verifyTwoSteps: v.boolean(),
  clock: v.object({
    offsetMs: v.pipe(v.number(), v.integer()),
    frozenAtMs: v.nullable(v.pipe(v.number(), v.integer())),
  }),
})

export type Settings = v.InferOutput<typeof SettingsSchema>

export const DEFAULT_SETTINGS: Settings = {
  profile: 'strict',
  chaos: {
    rate: 0.2,
    seed: 1,
    kinds: ['latency', 'drop-before', 'drop-answer', 'status', 'html', 'code', 'empty-ackcode'],
    latencyMs: 50,
  },
  tokenLifetimeSeconds: 86_400,
  ackTime: 'server',
  duplicateAnswer: 0,
  visibleDelayMs: 0,
  verifyCrossing: false,
  verifyTwoSteps: false,
  clock: { offsetMs: 0, frozenAtMs: null },
}
