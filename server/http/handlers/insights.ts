import type { insightEndpoints } from '#contract/insight-endpoints.ts'
import type { AiGateway } from '../../gateways/ai/gateway.ts'
import type { AttemptLimit } from '../../ports/attempt-limit.ts'
import { Refusal } from '../../ports/refusal.ts'
import { readAnswers } from '../../services/insights/answers.ts'
import { readInsightState, readTask, requestWording, saveConsent } from '../../services/insights/insights.ts'
import { suggestCategory } from '../../services/insights/suggest-category.ts'
import type { Handlers } from './handler-types.ts'

/** Wording of insights and categories of expenses by AI; `ai` is `null` where it is not set up. */
export function createInsightHandlers(
  ai: AiGateway | null,
  limit: AttemptLimit,
): Pick<Handlers, keyof typeof insightEndpoints> {
  const consume = async (userId: string) => {
    try {
      await limit.consume(userId)
    } catch (error) {
      if (error instanceof Refusal) throw new Refusal('AI_TOO_MANY_REQUESTS', error.detail)
      throw error
    }
  }
  return {
    'insights.state': async (context) => await readInsightState(context, ai),
    'insights.answers': async (context) => await readAnswers(context),
    'insights.consent': async (context, input) => await saveConsent(context, ai, input),
    'insights.category': async (context, input) => {
      await consume(context.actor.userId)
      return await suggestCategory(context, ai, input)
    },
    'insights.request': async (context, input) => {
      await consume(context.actor.userId)
      return await requestWording(context, ai, input)
    },
    'insights.task': async (context, input) => await readTask(context, ai, input),
  }
}
