import type { AiGateway } from '../../gateways/ai/gateway.ts'
import { addServerTokens } from '../../storage/insights/usage.ts'
import type { Services } from '../context.ts'
import { todayOf } from './ai-allowance.ts'

/**
 * A gateway that writes down what its answers cost, in tokens of the day in East Africa; those that come too late count
 * as well.
 */
export function withTokenCount(ai: AiGateway, services: Pick<Services, 'db' | 'clock'>): AiGateway {
  return {
    ...ai,
    ask: async (request) => {
      const outcome = await ai.ask(request)
      if (outcome.tokens) await addServerTokens(services.db, todayOf(services), outcome.tokens)
      return outcome
    },
  }
}
