import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { endpoints } from '#contract/endpoints.ts'
import { ERROR_CODES } from '#contract/error-codes.ts'
import { operationBodies } from '#contract/operations.ts'
import { changeSchema, operationResultSchema } from '#contract/sync.ts'

const describe = (schema: Parameters<typeof toJsonSchema>[0]) =>
  toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' })

/**
 * Everything a phone and a server must agree on, as one text. A test hashes it: when the hash moves, the author
 * decides whether yesterday's phones still understand, and notes it in `version.ts`.
 */
export function contractText(): string {
  return JSON.stringify({
    errors: [...ERROR_CODES].sort(),
    endpoints: Object.entries(endpoints).map(([name, entry]) => ({
      name,
      method: entry.method,
      path: entry.path,
      access: entry.access,
      refusals: [...entry.refusals].sort(),
      input: describe(entry.input),
      output: describe(entry.output),
    })),
    operations: Object.entries<Readonly<Record<number, v.GenericSchema>>>(operationBodies).map(
      ([type, versions]) => ({
        type,
        versions: Object.entries(versions).map(([version, schema]) => ({ version, body: describe(schema) })),
      }),
    ),
    change: describe(changeSchema),
    result: describe(operationResultSchema),
  })
}
