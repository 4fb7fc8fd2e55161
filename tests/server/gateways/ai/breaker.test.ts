import { expect, test } from 'vitest'
import { withBreaker } from '#server/gateways/ai/breaker.ts'
import type { AiOutcome } from '#server/gateways/ai/gateway.ts'

test('a provider that fails five times in a row is asked again after five minutes, and at once when it answers', async () => {
  let [now, asked] = [0, 0]
  let outcome: AiOutcome = { kind: 'later', reason: 'status 500' }
  const ai = withBreaker(
    {
      provider: { name: 'Mfano', country: 'Kenya' },
      model: 'm',
      dailyMax: 1,
      dailyTokens: 1,
      ask: async () => {
        asked += 1
        return outcome
      },
    },
    () => now,
  )
  const ask = () => ai.ask({ instructions: '', facts: '' })
  for (let time = 0; time < 5; time += 1) expect(await ask()).toMatchObject({ kind: 'later' })
  for (let time = 0; time < 3; time += 1) expect(await ask()).toMatchObject({ kind: 'unasked' })
  expect(asked).toBe(5)
  now += 5 * 60_000
  outcome = { kind: 'answered', text: 'yes' }
  expect(await ask()).toEqual(outcome)
  outcome = { kind: 'later', reason: 'status 500' }
  for (let time = 0; time < 4; time += 1) await ask()
  outcome = { kind: 'refused', reason: 'status 400' }
  for (let time = 0; time < 6; time += 1) await ask()
  expect(asked).toBe(16)
})
