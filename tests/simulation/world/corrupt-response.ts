import type { Chance } from './chance.ts'
import type { PlainAnswer } from './network-conditions.ts'

/** An answer as something between the server and the phone may leave it: cut, an old one, results in disorder. */
export function corruptResponse(
  answer: PlainAnswer,
  older: PlainAnswer | undefined,
  chance: Chance,
): PlainAnswer | 'cut' {
  switch (chance.below(5)) {
    case 0:
      return 'cut'
    case 1:
      return { ...answer, body: answer.body.slice(0, chance.below(answer.body.length + 1)) }
    case 2:
      return older ?? answer
    case 3:
      return disorder(answer, chance)
    default:
      return { status: 500, headers: {}, body: 'upstream prematurely closed connection' }
  }
}

/** Results missing, doubled or in another order. */
function disorder(answer: PlainAnswer, chance: Chance): PlainAnswer {
  let body: unknown
  if (typeof answer.body !== 'string') return answer
  try {
    body = JSON.parse(answer.body)
  } catch {
    return answer
  }
  if (typeof body !== 'object' || body === null || !('results' in body) || !Array.isArray(body.results)) {
    return answer
  }
  const results: unknown[] = body.results
  const turned = [...results].reverse()
  const changed = chance.hits(0.5) ? [...turned, ...results] : turned.slice(1)
  return { ...answer, body: JSON.stringify({ ...body, results: changed }) }
}
