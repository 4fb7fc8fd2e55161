import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import type { ErrorCode } from '#contract/error-codes.ts'
import { STATUS_OF_CODE } from './status-of-code.ts'
import { namesInPath } from './validate-input.ts'

/** A part of a description in OpenAPI 3.1. */
export type Json = { readonly [name: string]: unknown }

const objectShape = v.object({
  properties: v.optional(v.record(v.string(), v.unknown()), {}),
  required: v.optional(v.array(v.string()), []),
})

/** What travels, before it is read into our types. Checks that JSON Schema cannot say are left to the server. */
export function schemaOf(schema: v.GenericSchema<unknown, unknown>): Json {
  const options = { target: 'draft-2020-12', typeMode: 'input', errorMode: 'ignore' } as const
  const { $schema: _, ...rest } = toJsonSchema(schema, options)
  return rest
}

/** The fields of an input by name, and which of them must be there. */
export function fieldsOf(input: Json): v.InferOutput<typeof objectShape> {
  return v.parse(objectShape, input)
}

/** Parameters for the named fields of an input: those that the path names, and the others in the query. */
export function describeParameters(path: string, input: Json, names: readonly string[]): Json[] {
  const { properties, required } = fieldsOf(input)
  const inPath = namesInPath(path)
  return names.map((name) => ({
    name,
    in: inPath.includes(name) ? 'path' : 'query',
    required: required.includes(name),
    schema: properties[name],
  }))
}

/** The refusals of an endpoint, by their status. */
export function describeRefusals(codes: readonly ErrorCode[]): Record<string, Json> {
  const byStatus = Map.groupBy(new Set(codes), (code) => STATUS_OF_CODE[code])
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, ofStatus]) => [
        String(status),
        {
          description: ofStatus.join(', '),
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      ]),
  )
}
