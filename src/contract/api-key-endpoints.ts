import * as v from 'valibot'
import { API_SCOPES, OVERLAP_HOURS } from '#domain/api-keys/api-key.ts'
import { endpoint } from './endpoint.ts'
import { instantField } from './fields/moments.ts'
import { idField, textField } from './fields/texts.ts'

const apiKeySchema = v.object({
  id: idField,
  name: v.string(),
  mode: v.picklist(['test', 'live']),
  scopes: v.array(v.picklist(API_SCOPES)),
  /** Its first characters, to recognize it; the rest was shown once. */
  hint: v.string(),
  createdAt: instantField,
  /** Who made it and in whose name it works. */
  createdBy: v.string(),
  lastUsedAt: v.nullable(instantField),
  revokedAt: v.nullable(instantField),
})
export type ApiKeyView = v.InferOutput<typeof apiKeySchema>

const listSchema = v.object({
  /** Whether receipts of this server count, at the authority's live system. */
  mode: v.picklist(['test', 'live']),
  /** Whether test keys can be made, which work in a sandbox; absent from an older server: they cannot. */
  sandbox: v.optional(v.boolean()),
  keys: v.array(apiKeySchema),
})

/** The only answer that has the whole key. */
const shownOnceSchema = v.object({ id: idField, key: v.string() })

/** The keys with which programs of a company call the public API: made, rotated and revoked by its owner. */
export const apiKeyEndpoints = {
  'api-keys.list': endpoint({
    method: 'GET',
    path: '/v1/accounting/api-keys',
    input: v.object({}),
    output: listSchema,
    refusals: [],
    access: 'signed-in',
  }),
  'api-keys.create': endpoint({
    method: 'POST',
    path: '/v1/accounting/api-keys',
    input: v.object({
      /** Made by the form, so that a repeat does not make a second key. */
      id: idField,
      name: textField(200),
      scopes: v.pipe(v.array(v.picklist(API_SCOPES)), v.maxLength(API_SCOPES.length)),
      /** `test`: the key works in the sandbox of the company; live when an older app does not say. */
      mode: v.optional(v.picklist(['test', 'live'])),
    }),
    output: shownOnceSchema,
    refusals: ['API_KEY_NAME_REQUIRED', 'API_KEY_SCOPES_REQUIRED', 'NOT_FOUND'],
    access: 'signed-in',
  }),
  'api-keys.rotate': endpoint({
    method: 'POST',
    path: '/v1/accounting/api-keys/rotated',
    input: v.object({ id: idField, overlapHours: v.picklist(OVERLAP_HOURS) }),
    output: shownOnceSchema,
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
  'api-keys.revoke': endpoint({
    method: 'POST',
    path: '/v1/accounting/api-keys/revoked',
    input: v.object({ id: idField }),
    output: listSchema,
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
}
