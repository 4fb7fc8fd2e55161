import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'
import type { EndpointAnswer, EndpointRequest } from '#contract/endpoints.ts'
import type { AiGateway, AiOutcome } from '../../gateways/ai/gateway.ts'
import { Refusal } from '../../ports/refusal.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import { returnServerUsage, returnUsage } from '../../storage/insights/usage.ts'
import type { ServiceContext } from '../context.ts'
import { insightScope, mostOf, quotaOf, requireConsent, takeRequest, todayOf } from './ai-allowance.ts'
import { CATEGORY_INSTRUCTIONS } from './instructions.ts'

type Asked = EndpointRequest<'insights.category'>
type Answer = EndpointAnswer<'insights.category'>

/** A person waits in front of the form, and the phone has suggestions of its own. */
const LONGEST_WAIT_MS = 15_000
const MOST_SUGGESTIONS = 3

const answerSchema = v.strictObject({
  categories: v.pipe(
    v.array(v.strictObject({ id: v.string(), confidence: v.pipe(v.number(), v.minValue(0), v.maxValue(1)) })),
    v.maxLength(20),
  ),
})

/** What the provider may answer with: categories that were offered, each once. The ids stay on this server. */
function readAnswer(text: string, { categories }: Asked): Answer['suggestions'] | undefined {
  try {
    const found = v.parse(answerSchema, JSON.parse(text)).categories
    const suggestions = found.map(({ id, confidence }) => ({
      category: categories[Number(/^c(\d{1,3})$/.exec(id)?.[1] ?? 0) - 1]?.id ?? '',
      confidence,
    }))
    const names = suggestions.map(({ category }) => category)
    if (names.includes('') || new Set(names).size !== names.length) return undefined
    return suggestions.sort((a, b) => b.confidence - a.confidence).slice(0, MOST_SUGGESTIONS)
  } catch {
    return undefined
  }
}

async function askInTime(ai: AiGateway, { descriptions, categories }: Asked): Promise<AiOutcome> {
  const wait = new AbortController()
  const facts = JSON.stringify({
    descriptions,
    categories: categories.map(({ name }, index) => ({ id: `c${index + 1}`, name })),
  })
  try {
    return await Promise.race([
      ai.ask({ instructions: CATEGORY_INSTRUCTIONS, facts }),
      pause(LONGEST_WAIT_MS, { kind: 'later', reason: 'no answer in time' } as const, {
        signal: wait.signal,
      }),
    ])
  } finally {
    wait.abort()
  }
}

/**
 * Asks the provider which category fits what was bought, for a person to confirm (spec §1, §5). It gets what is in the
 * items and the names of the categories: no vendor, no amount. Counts one request of the company's day if it is answered.
 */
export async function suggestCategory(
  context: ServiceContext,
  ai: AiGateway | null,
  asked: Asked,
): Promise<Answer> {
  const scope = insightScope(context)
  await requireConsent(context, scope, ai, 'categories')
  if (ai === null) throw new Refusal('AI_GENERATION_FAILED')
  const [day, { max }] = [todayOf(context), await quotaOf(context, scope)]
  await inTransaction(context.db, async (tx) => {
    await takeRequest(tx, scope, day, { ofCompany: max, ofServer: mostOf(ai) })
  })
  const outcome = await askInTime(ai, asked)
  const suggestions = outcome.kind === 'answered' ? readAnswer(outcome.text, asked) : undefined
  if (suggestions === undefined) {
    context.log({ event: outcome.kind === 'answered' ? 'ai-rejected' : 'ai-failed', about: 'category' })
    await returnUsage(context.db, scope, day)
    if (outcome.kind === 'unasked') await returnServerUsage(context.db, day)
    throw new Refusal(outcome.kind === 'answered' ? 'AI_ANALYSIS_FAILED' : 'AI_GENERATION_FAILED')
  }
  return { suggestions, quota: await quotaOf(context, scope) }
}
