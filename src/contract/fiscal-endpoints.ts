import * as v from 'valibot'
import { CERTIFICATE_REFUSALS } from '#domain/fiscal/certificate.ts'
import { companyFilter, endpoint } from './endpoint.ts'
import { fiscalDayField } from './fields/moments.ts'
import { idField } from './fields/texts.ts'
import { fiscalResumeSchema, fiscalStatusSchema, zReportSchema } from './fiscal.ts'
import { certificateSchema, certificateUploadSchema, fiscalDeviceSchema } from './fiscal-devices.ts'

/** A company's state at the authority: its certificates, registrations, receipts and Z reports there. */
export const fiscalEndpoints = {
  'fiscal.status': endpoint({
    method: 'GET',
    path: '/v1/accounting/fiscal/status',
    input: v.object(companyFilter),
    output: fiscalStatusSchema,
    refusals: ['NOT_FOUND', 'FISCAL_IDENTITY_MISSING'],
    access: 'signed-in',
  }),
  'fiscal.resume': endpoint({
    method: 'POST',
    path: '/v1/accounting/fiscal/resume',
    input: fiscalResumeSchema,
    output: fiscalStatusSchema,
    refusals: ['NOT_FOUND', 'FISCAL_IDENTITY_MISSING'],
    access: 'signed-in',
  }),
  'fiscal.z-reports': endpoint({
    method: 'GET',
    path: '/v1/accounting/fiscal/z-reports',
    input: v.object({ from: fiscalDayField, to: fiscalDayField, ...companyFilter }),
    output: v.object({ reports: v.array(zReportSchema) }),
    refusals: ['NOT_FOUND', 'FISCAL_IDENTITY_MISSING'],
    access: 'signed-in',
  }),
  'fiscal.device': endpoint({
    method: 'GET',
    path: '/v1/accounting/fiscal/device',
    input: v.object(companyFilter),
    output: fiscalDeviceSchema,
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
  /** Checks a certificate file and stores its key; it signs from the next registration on. */
  'certificates.upload': endpoint({
    method: 'POST',
    path: '/v1/accounting/certificates',
    input: certificateUploadSchema,
    output: certificateSchema,
    refusals: ['NOT_FOUND', ...CERTIFICATE_REFUSALS],
    access: 'signed-in',
  }),
  /**
   * Registers the company's device with the certificate that waits: the first time, again, or in another environment.
   * The text of a refusal by the authority is in `data.message`.
   */
  'fiscal.register': endpoint({
    method: 'POST',
    path: '/v1/accounting/fiscal/register',
    input: v.object({ companyId: idField }),
    output: fiscalDeviceSchema,
    refusals: [
      'NOT_FOUND',
      'CERTIFICATE_MISSING',
      'CERTIFICATE_EXPIRED',
      'REGISTRATION_NO_ANSWER',
      'TRA_SIGNATURE_REFUSED',
      'TRA_TIN_REFUSED',
      'TRA_NOT_APPROVED',
      'TRA_UNHANDLED',
      'TRA_SERIAL_REFUSED',
      'TRA_CLIENT_REFUSED',
      'TRA_CERTIFICATE_REFUSED',
      'TRA_REFUSED_OTHER',
    ],
    access: 'signed-in',
  }),
}
