import type { OperationResult } from '#contract/sync.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { Refusal } from '../../ports/refusal.ts'
import type { AuthServices } from '../../services/auth/auth-services.ts'
import { companyScope } from '../../services/context.ts'
import { digestReplica } from '../../services/sync/digest-replica.ts'
import { pull } from '../../services/sync/pull.ts'
import { push } from '../../services/sync/push.ts'
import { listOperationResults } from '../../storage/sync/operations.ts'
import type { Handlers } from './handler-types.ts'

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** The calls a phone syncs with. */
export const syncHandlers = ({
  environmentByDefault,
}: Pick<AuthServices, 'environmentByDefault'>): Pick<
  Handlers,
  'sync.ping' | 'sync.push' | 'sync.pull' | 'sync.digest' | 'sync.ops'
> => ({
  'sync.ping': async (context, input) => ({
    proto: 1,
    nonce: input.nonce,
    serverTime: toInstant(context.clock.now()),
  }),
  'sync.push': async (context, input) => {
    // A device that speaks for another would move that one's numbers on, and say after a restore that it is back.
    if (context.deviceId !== input.deviceId) throw new Refusal('OPERATION_WRONG_ACCOUNT')
    return await push(context, input)
  },
  'sync.pull': (context, input) => pull({ ...context, environmentByDefault }, input),
  'sync.digest': (context, input) => digestReplica(context, input),
  'sync.ops': async (context, input) => {
    const ids = [...new Set(input.ids.split(',').filter((id) => UUID.test(id)))]
    const known: OperationResult[] = await listOperationResults(
      context.db,
      companyScope(context),
      context.actor.userId,
      ids,
    )
    const found = new Set(known.map((result) => result.opId))
    return { proto: 1, nonce: input.nonce, known, unknown: ids.filter((id) => !found.has(id)) }
  },
})
