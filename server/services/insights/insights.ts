import { createHash } from 'node:crypto'
import type { EndpointRequest } from '#contract/endpoints.ts'
import type { InsightState, InsightTask } from '#contract/insight-endpoints.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { AI_TASK_FAILURES } from '#domain/insights/ai-refusals.ts'
import type { AiGateway } from '../../gateways/ai/gateway.ts'
import { Refusal } from '../../ports/refusal.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import { insertConsent, lockConsent } from '../../storage/insights/consents.ts'
import { deleteTasksOf, findTask, findTaskByKey, insertTask } from '../../storage/insights/tasks.ts'
import type { ServiceContext } from '../context.ts'
import {
  consentOf,
  insightScope,
  mostOf,
  quotaOf,
  requireConsent,
  takeRequest,
  todayOf,
} from './ai-allowance.ts'
import { endWithFailure, runTask } from './run-task.ts'

/** A task without news for so long was lost with its process. */
const LOST_AFTER_MS = 90_000

/** Whether wording by AI is set up, what this person chose, and the quota of the day. */
export async function readInsightState(context: ServiceContext, ai: AiGateway | null): Promise<InsightState> {
  const scope = insightScope(context)
  return {
    provider: ai?.provider ?? null,
    consent: await consentOf(context, scope, ai),
    quota: await quotaOf(context, scope),
  }
}

/** Records a choice. Declining or withdrawing deletes everything that was made for this person. */
export async function saveConsent(
  context: ServiceContext,
  ai: AiGateway | null,
  { choice, language, textVersion, text }: EndpointRequest<'insights.consent'>,
): Promise<InsightState> {
  const scope = insightScope(context)
  const { userId } = context.actor
  await inTransaction(context.db, async (tx) => {
    await lockConsent(tx, userId)
    await insertConsent(tx, scope, {
      ...{ id: context.newId(), user_id: userId, at: toInstant(context.clock.now()), choice, language },
      text_version: textVersion,
      text_hash: createHash('sha256').update(text).digest('hex'),
      provider: ai?.provider.name ?? '',
      country: ai?.provider.country ?? '',
    })
    if (choice === 'declined') await deleteTasksOf(tx, scope, userId)
  })
  return await readInsightState(context, ai)
}

/**
 * Starts a task that words the facts, or answers with the one that was made for the same facts. Needs the person's
 * consent; counts one request of the company's day and of the server's.
 */
export async function requestWording(
  context: ServiceContext,
  ai: AiGateway | null,
  asked: EndpointRequest<'insights.request'>,
): Promise<InsightTask> {
  const scope = insightScope(context)
  await requireConsent(context, scope, ai)
  if (ai === null) throw new Refusal('AI_GENERATION_FAILED')
  const key = createHash('sha256')
    .update(JSON.stringify([ai.model, asked]))
    .digest('hex')
  const [day, at] = [todayOf(context), toInstant(context.clock.now())]
  const { max } = await quotaOf(context, scope)
  const { id, isNew } = await inTransaction(context.db, async (tx) => {
    // A withdrawal at the same moment deletes what it finds: a task written after it would be kept.
    await lockConsent(tx, context.actor.userId)
    await requireConsent({ ...context, db: tx }, scope, ai)
    const known = await findTaskByKey(tx, scope, key)
    if (known) return { id: known.id, isNew: false }
    await takeRequest(tx, scope, day, { ofCompany: max, ofServer: mostOf(ai) })
    const task = { id: context.newId(), userId: context.actor.userId, key, day, at }
    await insertTask(tx, scope, task)
    return { id: task.id, isNew: true }
  })
  if (isNew) void runTask(context, ai, { id, day, scope }, asked)
  return { ...(await readTask(context, ai, { id })), cached: !isNew }
}

/** How a task of the company stands. One that was lost with its process is ended here. */
export async function readTask(
  context: ServiceContext,
  ai: AiGateway | null,
  { id }: EndpointRequest<'insights.task'>,
): Promise<InsightTask> {
  const scope = insightScope(context)
  await requireConsent(context, scope, ai)
  let task = await findTask(context.db, scope, id)
  if (!task) throw new Refusal('NOT_FOUND')
  const isOpen = task.status === 'queued' || task.status === 'running'
  if (isOpen && context.clock.now() - Date.parse(task.changed_at) > LOST_AFTER_MS) {
    await endWithFailure(context, { id, day: task.day, scope }, 'AI_TASK_FAILED')
    task = (await findTask(context.db, scope, id)) ?? task
  }
  const { status, failure, result } = task
  return {
    ...{ id, status, cached: false, result },
    failure: AI_TASK_FAILURES.find((code) => code === failure) ?? null,
    quota: await quotaOf(context, scope),
  }
}
