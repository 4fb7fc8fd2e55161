import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'
import type { AiConfig, AiGateway, AiOutcome, AiRequest } from './gateway.ts'

const ANSWER_TIMEOUT_MS = 20_000
const PAUSES_MS = [500, 2_000]
/** Far more than the tokens asked for: a longer answer is not read. */
const LONGEST_ANSWER = 64 * 1024
const MAX_TOKENS = 1_500

/** Of the languages that we write, a token is no shorter on average. */
const LEAST_CHARACTERS = 2

const completionSchema = v.object({
  usage: v.optional(v.object({ total_tokens: v.pipe(v.number(), v.integer(), v.minValue(0)) })),
  choices: v.pipe(v.array(v.object({ message: v.object({ content: v.string() }) })), v.minLength(1)),
})

async function readLimited(response: Response): Promise<string | undefined> {
  if (response.body === null) return ''
  const chunks: Uint8Array[] = []
  let length = 0
  const stream: AsyncIterable<Uint8Array> = response.body
  for await (const chunk of stream) {
    length += chunk.length
    if (length > LONGEST_ANSWER) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** `most`: what it cost where the provider does not say it. */
function readCompletion(text: string, most: number): AiOutcome {
  try {
    const { choices, usage } = v.parse(completionSchema, JSON.parse(text))
    const [choice] = choices
    if (choice) return { kind: 'answered', text: choice.message.content, tokens: usage?.total_tokens ?? most }
  } catch {
    // Not JSON, or not a completion: the same for us.
  }
  return { kind: 'refused', reason: 'the answer is no completion', tokens: most }
}

/**
 * The client of a provider that speaks the chat completions of OpenAI. Tries three times while the provider is busy
 * or broken; the time limit is for each attempt.
 */
export function createAiGateway(
  { baseUrl, key, model, name, country, dailyMax, dailyTokens }: AiConfig,
  timing: { readonly timeoutMs?: number; readonly pausesMs?: readonly number[] } = {},
): AiGateway {
  const { timeoutMs = ANSWER_TIMEOUT_MS, pausesMs = PAUSES_MS } = timing
  const attempt = async ({ instructions, facts }: AiRequest): Promise<AiOutcome> => {
    const most = MAX_TOKENS + Math.ceil((instructions.length + facts.length) / LEAST_CHARACTERS)
    try {
      const response = await fetch(`${baseUrl}/chat/completions`, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify({
          model,
          temperature: 0.2,
          max_tokens: MAX_TOKENS,
          response_format: { type: 'json_object' },
          messages: [
            { role: 'system', content: instructions },
            { role: 'user', content: facts },
          ],
        }),
      })
      const { status } = response
      if (status === 429 || status >= 500) {
        await response.body?.cancel()
        return { kind: 'later', reason: `status ${status}` }
      }
      const text = await readLimited(response)
      if (text === undefined) return { kind: 'refused', reason: 'the answer is too long', tokens: most }
      if (!response.ok) return { kind: 'refused', reason: `status ${status}` }
      return readCompletion(text, most)
    } catch (error) {
      const reason = error instanceof Error ? error.name : 'no answer'
      // Of an answer that we did not wait for it may ask money.
      return { kind: 'later', reason, ...(reason === 'TimeoutError' && { tokens: most }) }
    }
  }
  return {
    provider: { name, country },
    model,
    dailyMax,
    dailyTokens,
    ask: async (request) => {
      let outcome = await attempt(request)
      let tokens = outcome.tokens ?? 0
      for (const wait of pausesMs) {
        if (outcome.kind !== 'later') break
        await pause(wait)
        outcome = await attempt(request)
        tokens += outcome.tokens ?? 0
      }
      return { ...outcome, tokens }
    },
  }
}
