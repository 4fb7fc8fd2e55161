import { createHash } from 'node:crypto'
import type { EndpointRequest } from '#contract/endpoints.ts'
import type { InsightState, InsightTask } from '#contract/insight-endpoints.ts'
import { fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { AI_TASK_FAILURES } from '#domain/insights/ai-refusals.ts'
import type { AiGateway } from '../../gateways/ai/gateway.ts'
import { Refusal } from '../../ports/refusal.ts'
import { getCompanyRecord } from '../../storage/accounts/companies.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import { findConsent, insertConsent } from '../../storage/insights/consents.ts'
import { deleteTasksOf, findTask, findTaskByKey, insertTask } from '../../storage/insights/tasks.ts'
import { findUsage, takeUsage } from '../../storage/insights/usage.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { companyScope, requireRight, type ServiceContext } from '../context.ts'
import { endWithFailure, runTask } from './run-task.ts'

/** A task without news for so long was lost with its process. */
const LOST_AFTER_MS = 90_000

function scopeOf(context: ServiceContext): CompanyScope {
  const scope = companyScope(context)
  requireRight(context, 'insight.word', scope)
  return scope
}

function todayOf({ clock }: ServiceContext) {
  return fiscalDayOf(toInstant(clock.now()))
}

async function quotaOf(context: ServiceContext, scope: CompanyScope): Promise<InsightState['quota']> {
  const { company } = await getCompanyRecord(context.db, scope)
  return {
    current: await findUsage(context.db, scope, todayOf(context)),
    max: company.settings.aiDailyMax,
  }
}

async function requireConsent(context: ServiceContext, scope: CompanyScope): Promise<void> {
  const consent = await findConsent(context.db, scope, context.actor.userId)
  if (consent?.choice !== 'granted') throw new Refusal('AI_CONSENT_REQUIRED')
}

/** Whether wording by AI is set up, what this person chose, and the quota of the day. */
export async function readInsightState(context: ServiceContext, ai: AiGateway | null): Promise<InsightState> {
  const scope = scopeOf(context)
  return {
    provider: ai?.provider ?? null,
    consent: (await findConsent(context.db, scope, context.actor.userId)) ?? null,
    quota: await quotaOf(context, scope),
  }
}

/** Records a choice. Declining or withdrawing deletes everything that was made for this person. */
export async function saveConsent(
  context: ServiceContext,
  ai: AiGateway | null,
  { choice, language, textVersion, text }: EndpointRequest<'insights.consent'>,
): Promise<InsightState> {
  const scope = scopeOf(context)
  const { userId } = context.actor
  await inTransaction(context.db, async (tx) => {
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
 * consent; counts one request of the company's day.
 */
export async function requestWording(
  context: ServiceContext,
  ai: AiGateway | null,
  asked: EndpointRequest<'insights.request'>,
): Promise<InsightTask> {
  const scope = scopeOf(context)
  await requireConsent(context, scope)
  if (ai === null) throw new Refusal('AI_GENERATION_FAILED')
  const key = createHash('sha256')
    .update(JSON.stringify([ai.model, asked]))
    .digest('hex')
  const [day, at] = [todayOf(context), toInstant(context.clock.now())]
  const { max } = await quotaOf(context, scope)
  const { id, isNew } = await inTransaction(context.db, async (tx) => {
    const known = await findTaskByKey(tx, scope, key)
    if (known) return { id: known.id, isNew: false }
    if (!(await takeUsage(tx, scope, day, max))) throw new Refusal('AI_DAILY_LIMIT')
    const task = { id: context.newId(), userId: context.actor.userId, key, day, at }
    await insertTask(tx, scope, task)
    return { id: task.id, isNew: true }
  })
  if (isNew) void runTask(context, ai, { id, day, scope }, asked)
  return { ...(await readTask(context, { id })), cached: !isNew }
}

/** How a task of the company stands. One that was lost with its process is ended here. */
export async function readTask(
  context: ServiceContext,
  { id }: EndpointRequest<'insights.task'>,
): Promise<InsightTask> {
  const scope = scopeOf(context)
  await requireConsent(context, scope)
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
