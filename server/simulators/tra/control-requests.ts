import * as v from 'valibot'
import { FAULT_KINDS, SettingsSchema } from './settings.ts'

const Text = v.pipe(v.string(), v.maxLength(200))
const Whole = v.pipe(v.number(), v.integer(), v.minValue(0))
const WEEK_MS = 7 * 86_400_000
const Percent = v.pipe(Whole, v.maxValue(100))

/** POST /sim/devices */
export const DeviceBody = v.object({
  tin: v.pipe(v.string(), v.regex(/^\d{9}$/, 'nine digits')),
  certkey: v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,14}$/, 'up to 14 letters and digits')),
  name: v.pipe(Text, v.minLength(1)),
  street: v.optional(Text, ''),
  mobile: v.optional(Text, ''),
  city: v.optional(Text, ''),
  region: v.optional(Text, ''),
  country: v.optional(Text, 'TANZANIA'),
  address: v.optional(Text, ''),
  vrn: v.optional(Text, ''),
  taxOffice: v.optional(Text, 'Simulated Tax Office'),
  regId: v.optional(v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,50}$/))),
  receiptCode: v.optional(v.pipe(v.string(), v.regex(/^[A-Z0-9]{6}$/, 'six capitals or digits'))),
  gc: v.optional(v.pipe(Whole, v.minValue(1)), 1),
  taxCodes: v.optional(v.object({ A: Percent, B: Percent, C: Percent, D: Percent }), {
    A: 18,
    B: 0,
    C: 0,
    D: 0,
  }),
  pfx: v.optional(v.picklist(['modern', 'legacy']), 'modern'),
})

/** PUT /sim/profile: what is left out stays as it is. */
export const ProfileBody = v.strictObject({
  ...v.partial(v.omit(SettingsSchema, ['chaos', 'clock'])).entries,
  chaos: v.optional(v.partial(SettingsSchema.entries.chaos)),
})

/** PUT /sim/clock */
export const ClockBody = v.strictObject({
  offsetMs: v.optional(v.pipe(v.number(), v.integer())),
  frozenAt: v.optional(v.nullable(v.pipe(v.string(), v.isoTimestamp()))),
})

const Call = v.picklist(['registration', 'token', 'receipt', 'z-report'])

/** POST /sim/faults */
export const FaultBody = v.strictObject({
  kind: v.picklist(FAULT_KINDS),
  times: v.optional(v.nullable(v.pipe(Whole, v.minValue(1))), null),
  calls: v.optional(v.nullable(v.pipe(v.array(Call), v.minLength(1))), null),
  certkey: v.optional(v.nullable(v.string()), null),
  ms: v.optional(v.pipe(Whole, v.maxValue(WEEK_MS)), 1000),
  status: v.optional(v.pipe(Whole, v.minValue(400), v.maxValue(599)), 503),
  code: v.optional(v.pipe(Whole, v.minValue(1), v.maxValue(9999)), 5),
  message: v.optional(v.nullable(Text), null),
  afterProcessing: v.optional(v.boolean(), false),
})

export const BlockBody = v.object({ message: v.optional(Text, 'VFD is blocked by the tax authority') })

/** POST /sim/devices/CERTKEY/renew-certificate */
export const RenewCertificateBody = v.object({
  validDays: v.optional(v.pipe(Whole, v.maxValue(3650)), 5 * 365),
})

export const ApprovalBody = v.object({ approved: v.boolean() })

export const ReRegisterBody = v.object({
  message: v.optional(Text, 'Registration was canceled, register again'),
  receiptCode: v.optional(v.pipe(v.string(), v.regex(/^[A-Z0-9]{6}$/))),
  gc: v.optional(v.pipe(Whole, v.minValue(1))),
  vrn: v.optional(Text),
})

export const ResetBody = v.object({ keepDevices: v.optional(v.boolean(), false) })
