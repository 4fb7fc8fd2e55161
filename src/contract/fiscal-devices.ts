import * as v from 'valibot'
import { FISCAL_ENVIRONMENTS } from '#domain/fiscal/environment.ts'
import { fiscalDayField, instantField } from './fields/moments.ts'
import { idField } from './fields/texts.ts'
import { IDENTITY_STATES } from './fiscal.ts'

/** Schemas of a company's certificates and registrations at the authority, as the screen shows them. */

/** Base64 of at most 64 KB; the rule itself is `MAX_CERTIFICATE_BYTES`. */
const MAX_FILE_TEXT = 96 * 1024

/** A certificate file with its password. Both are only held in memory: the encrypted key is stored. */
export const certificateUploadSchema = v.object({
  companyId: idField,
  /** Serial of the device, as the authority assigned it. */
  deviceSerial: v.pipe(v.string(), v.maxLength(40)),
  /** The PFX file in base64. */
  file: v.pipe(
    v.string(),
    v.maxLength(MAX_FILE_TEXT, 'CERTIFICATE_TOO_LARGE'),
    v.base64('CERTIFICATE_UNREADABLE'),
  ),
  password: v.pipe(v.string(), v.maxLength(128)),
})

export const certificateSchema = v.object({
  id: idField,
  deviceSerial: v.string(),
  /** Serial of the certificate itself, lower-case hex. */
  serial: v.string(),
  notAfter: instantField,
  /** Whole days; negative when it has ended. */
  daysLeft: v.number(),
  uploadedAt: instantField,
})
export type Certificate = v.InferOutput<typeof certificateSchema>

/** One registration of a device at an authority. */
export const fiscalIdentitySchema = v.object({
  id: idField,
  environment: v.picklist(FISCAL_ENVIRONMENTS),
  /** Whether the company's numbers come from it; those of an earlier registration do not. */
  current: v.boolean(),
  /** Whether it belongs to the authority that the server talks to; its documents are sent nowhere else. */
  reachable: v.boolean(),
  deviceSerial: v.string(),
  regId: v.string(),
  uin: v.string(),
  taxOffice: v.string(),
  registeredDay: fiscalDayField,
  state: v.picklist(IDENTITY_STATES),
  /** The authority's or our own reason while not active. */
  reason: v.string(),
  nextGc: v.number(),
  lastReceipt: v.nullable(v.object({ rctvnum: v.string(), at: instantField, total: v.number() })),
  lastZReport: v.nullable(
    v.object({
      day: fiscalDayField,
      delivery: v.picklist(['waiting', 'unknown', 'acknowledged', 'refused']),
    }),
  ),
  lastContactAt: v.nullable(instantField),
  waitingReceipts: v.number(),
  refusedReceipts: v.number(),
  /** Z reports that the authority refused and that are not sent again by themselves. */
  refusedReports: v.optional(v.number()),
})
export type FiscalIdentityView = v.InferOutput<typeof fiscalIdentitySchema>

export const fiscalDeviceSchema = v.object({
  /** The environment of a registration made now. */
  environment: v.picklist(FISCAL_ENVIRONMENTS),
  /** Uploaded and not used yet. */
  waiting: v.nullable(certificateSchema),
  /** Signs the receipts; `null` also for a device registered before certificates were stored. */
  inUse: v.nullable(certificateSchema),
  /** The current one first. */
  identities: v.array(fiscalIdentitySchema),
})
export type FiscalDeviceView = v.InferOutput<typeof fiscalDeviceSchema>
