import * as v from 'valibot'
import type { EndpointRequest } from '#contract/endpoints.ts'
import { wordingsSchema } from '#contract/insight-endpoints.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { AiTaskFailure } from '#domain/insights/ai-refusals.ts'
import { isTrueWording, type Wording } from '#domain/insights/wording.ts'
import type { AiGateway } from '../../gateways/ai/gateway.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import { failTask, finishTask, startTask } from '../../storage/insights/tasks.ts'
import { returnServerUsage, returnUsage } from '../../storage/insights/usage.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import type { Services } from '../context.ts'
import { instructionsFor } from './instructions.ts'

type Asked = EndpointRequest<'insights.request'>
type TaskOf = { readonly id: string; readonly day: string; readonly scope: CompanyScope }

function readAnswer(text: string, { language, facts }: Asked): Wording[] | undefined {
  const schema = v.strictObject({ language: v.literal(language), findings: wordingsSchema })
  try {
    const { findings } = v.parse(schema, JSON.parse(text))
    return isTrueWording(facts, findings) ? findings : undefined
  } catch {
    return undefined
  }
}

/** Ends a task without a result, and gives back what it took from the quota. */
export async function endWithFailure(
  services: Services,
  { id, day, scope }: TaskOf,
  failure: AiTaskFailure,
): Promise<void> {
  const at = toInstant(services.clock.now())
  await inTransaction(services.db, async (tx) => {
    if (await failTask(tx, scope, id, failure, at)) await returnUsage(tx, scope, day)
  })
}

/** Asks the provider and stores what it wrote, if that is true. Never throws: the task says how it ended. */
export async function runTask(services: Services, ai: AiGateway, task: TaskOf, asked: Asked): Promise<void> {
  const { db, clock, log } = services
  const { id, scope } = task
  try {
    if (!(await startTask(db, scope, id, toInstant(clock.now())))) return
    const outcome = await ai.ask({
      instructions: instructionsFor(asked.language),
      facts: JSON.stringify(asked),
    })
    if (outcome.kind === 'unasked') await returnServerUsage(db, task.day)
    if (outcome.kind !== 'answered') {
      log({ event: 'ai-failed', reason: outcome.reason })
      await endWithFailure(services, task, 'AI_GENERATION_FAILED')
      return
    }
    const wordings = readAnswer(outcome.text, asked)
    if (wordings === undefined) {
      log({ event: 'ai-rejected' })
      await endWithFailure(services, task, 'AI_ANALYSIS_FAILED')
      return
    }
    await finishTask(db, scope, id, wordings, toInstant(clock.now()))
  } catch (error) {
    log({ event: 'ai-task-failed', error })
  }
}
