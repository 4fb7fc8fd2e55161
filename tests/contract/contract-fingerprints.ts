import { createHash } from 'node:crypto'
import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { endpoints } from '#contract/endpoints.ts'
import { ERROR_CODES } from '#contract/error-codes.ts'
import { operationBodies } from '#contract/operations.ts'
import { changeSchema, operationResultSchema } from '#contract/sync.ts'

const describe = (schema: Parameters<typeof toJsonSchema>[0]) =>
  toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' })

/** One line: the name of a part of the contract, and a hash of its definition. */
function fingerprint(name: string, part: unknown): string {
  return `${name} ${createHash('sha256').update(JSON.stringify(part)).digest('hex').slice(0, 16)}`
}

/** Everything a phone and a server must agree on, a line for each part, in alphabetical order. */
export function contractFingerprints(): string {
  const ofEndpoints = Object.entries(endpoints).map(
    ([name, { method, path, access, refusals, input, output }]) => {
      const shapes = { input: describe(input), output: describe(output) }
      return fingerprint(`endpoint ${name}`, {
        method,
        path,
        access,
        refusals: [...refusals].sort(),
        ...shapes,
      })
    },
  )
  const ofOperations = Object.entries<Readonly<Record<number, v.GenericSchema>>>(operationBodies).flatMap(
    ([type, versions]) =>
      Object.entries(versions).map(([version, schema]) =>
        fingerprint(`operation ${type} ${version}`, describe(schema)),
      ),
  )
  return [
    ...ofEndpoints,
    ...ofOperations,
    ...ERROR_CODES.map((code) => `error ${code}`),
    fingerprint('change', describe(changeSchema)),
    fingerprint('result', describe(operationResultSchema)),
  ]
    .toSorted()
    .map((line) => `${line}\n`)
    .join('')
}
