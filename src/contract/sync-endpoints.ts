import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import {
  digestAnswerSchema,
  digestRequestSchema,
  operationsAnswerSchema,
  operationsRequestSchema,
  pingAnswerSchema,
  pullAnswerSchema,
  pullRequestSchema,
  pushAnswerSchema,
  pushRequestSchema,
} from './sync.ts'

/** What phones send, fetch and compare. */
export const syncEndpoints = {
  'sync.ping': endpoint({
    method: 'GET',
    path: '/v1/accounting/sync/ping',
    input: v.object({ nonce: v.pipe(v.string(), v.minLength(8), v.maxLength(64)) }),
    output: pingAnswerSchema,
    refusals: [],
    access: 'public',
  }),
  'sync.push': endpoint({
    method: 'POST',
    path: '/v1/accounting/sync/push',
    input: pushRequestSchema,
    output: pushAnswerSchema,
    refusals: ['OPERATION_REUSED', 'OPERATION_WRONG_ACCOUNT', 'GRANT_REFUSED', 'UPGRADE_REQUIRED'],
    access: 'token-or-grant',
  }),
  'sync.pull': endpoint({
    method: 'GET',
    path: '/v1/accounting/sync/pull',
    input: pullRequestSchema,
    output: pullAnswerSchema,
    refusals: [],
    access: 'signed-in',
  }),
  'sync.digest': endpoint({
    method: 'GET',
    path: '/v1/accounting/sync/digest',
    input: digestRequestSchema,
    output: digestAnswerSchema,
    refusals: [],
    access: 'signed-in',
  }),
  'sync.ops': endpoint({
    method: 'GET',
    path: '/v1/accounting/sync/ops',
    input: operationsRequestSchema,
    output: operationsAnswerSchema,
    refusals: [],
    access: 'signed-in',
  }),
}
