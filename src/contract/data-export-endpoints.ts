import * as v from 'valibot'
import { companyFilter, endpoint } from './endpoint.ts'
import { instantField } from './fields/moments.ts'
import { idField } from './fields/texts.ts'

/** Where a finished export is fetched: the company, then the secret part of a link that `data-export.link` gave. */
export const DATA_EXPORTS_PATH = '/v1/accounting/data-exports/'

const exportSchema = v.object({
  id: idField,
  status: v.picklist(['queued', 'running', 'done', 'failed']),
  /** Records written, of `total`. */
  done: v.number(),
  total: v.number(),
  /** Bytes of the ZIP file; 0 before it is done. */
  size: v.number(),
  createdAt: instantField,
  expiresAt: instantField,
})
export type DataExport = v.InferOutput<typeof exportSchema>

const answerSchema = v.object({ export: v.nullable(exportSchema) })

/** Export of all of a company's data: written by the server, then fetched as one ZIP file by who asked for it. */
export const dataExportEndpoints = {
  'data-export.read': endpoint({
    method: 'GET',
    path: '/v1/accounting/data-export',
    input: v.object(companyFilter),
    output: answerSchema,
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
  'data-export.start': endpoint({
    method: 'POST',
    path: '/v1/accounting/data-export',
    input: v.object(companyFilter),
    output: answerSchema,
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
  /** A link for the browser, good for a few minutes and only for the person who asked for the export. */
  'data-export.link': endpoint({
    method: 'POST',
    path: '/v1/accounting/data-export/link',
    input: v.object({ id: idField, ...companyFilter }),
    output: v.object({ path: v.string() }),
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
}
