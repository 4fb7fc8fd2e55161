import { describe, expect, it } from 'vitest'
import type { CallFailure } from '#api/failure.ts'
import { failureCode } from '#app-context/failure-code.ts'
import { type AiStep, aiFailureText, readAiFailure } from '#blocks/ai-consent/ai-failure.ts'
import type { Loaded } from '#blocks/server-list/use-server-answer.ts'
import type { InsightState } from '#contract/insight-endpoints.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { readLanguage } from '../../i18n/read-language.ts'

const refused = (code: string, status = 503) =>
  ({ kind: 'refused', status, code, message: code, fields: [], data: {}, retryAfterMs: null }) as CallFailure

const STATE: InsightState = {
  provider: { name: 'Mfano', country: 'Tanzania' },
  consent: null,
  quota: { current: 10, max: 10 },
}

const AWAY = { failure: 'NETWORK_UNREACHABLE' }

/** The server that answers the look at the quota with this; how often it was asked. */
function server(answer: Loaded<InsightState>) {
  let asked = 0
  const readState = () => {
    asked += 1
    return Promise.resolve(answer)
  }
  return { readState, asked: () => asked }
}

/** What a failure is said with: what did not work, why, and what to do next. */
const SAID: readonly (readonly [AiStep, CallFailure, string, string])[] = [
  [
    'request',
    { kind: 'unreachable' },
    'The AI request failed. Network error. Check your connection and try again',
    'Ombi la AI limeshindikana. Hitilafu ya mtandao. Angalia muunganisho wako kisha ujaribu tena',
  ],
  [
    'request',
    refused('UNAVAILABLE'),
    'The AI request failed. The service is not available now. Please wait a moment and try again',
    'Ombi la AI limeshindikana. Huduma haipatikani kwa sasa. Tafadhali subiri kidogo kisha ujaribu tena',
  ],
  [
    'request',
    refused('FORBIDDEN', 403),
    'The AI request failed. You do not have permission for this action. Tell the owner of the company or contact us',
    'Ombi la AI limeshindikana. Huna ruhusa ya kufanya kitendo hiki. Mwambie mmiliki wa kampuni au wasiliana nasi',
  ],
  [
    'request',
    refused('AI_GENERATION_FAILED'),
    'The AI insights could not be generated. Nothing was counted. Try again later',
    'Uchambuzi wa AI haukuweza kutengenezwa. Hakuna kilichohesabiwa. Jaribu tena baadaye',
  ],
  [
    'request',
    refused('AI_DAILY_LIMIT', 429),
    'Daily AI request limit reached, try again tomorrow',
    'Kikomo cha maombi ya AI kwa siku kimefikiwa, jaribu tena kesho',
  ],
  [
    'request',
    refused('AI_CONSENT_REQUIRED', 403),
    'First choose whether AI may word your figures',
    'Kwanza chagua kama AI inaweza kuandika takwimu zako kwa maneno',
  ],
  [
    'request',
    refused('TOO_MANY_REQUESTS', 429),
    'Too many requests. Wait a moment and try again',
    'Maombi ni mengi mno. Subiri kidogo kisha ujaribu tena',
  ],
  [
    'status',
    refused('TOO_MANY_REQUESTS', 429),
    'Too many requests. Wait a moment and try again',
    'Maombi ni mengi mno. Subiri kidogo kisha ujaribu tena',
  ],
  [
    'status',
    { kind: 'too-slow' },
    'The status of the AI request could not be checked. The network is too slow now. Please wait a moment and try again',
    'Hali ya ombi la AI haikuweza kuangaliwa. Mtandao ni wa polepole mno kwa sasa. Tafadhali subiri kidogo kisha ujaribu tena',
  ],
  [
    'consent',
    refused('UNAVAILABLE'),
    'Your choice was not saved. The service is not available now. Please wait a moment and try again',
    'Chaguo lako halikuhifadhiwa. Huduma haipatikani kwa sasa. Tafadhali subiri kidogo kisha ujaribu tena',
  ],
]

describe.each(['en', 'sw'] as const)(
  'an AI step that fails says its own reason (spec §8, %s)',
  (language) => {
    it.each(SAID)('%s, %o', async (step, outcome, en, sw) => {
      const { speak } = await readLanguage(language)
      const { failure } = await readAiFailure(server(AWAY).readState, step, failureCode(outcome))
      expect(aiFailureText(failure, errorMessage, (message) => speak._(message))).toBe(
        language === 'en' ? en : sw,
      )
    })
  },
)

describe('what the phone shows of quota and consent after a refusal', () => {
  it.each(['AI_DAILY_LIMIT', 'AI_SERVER_LIMIT', 'AI_CONSENT_REQUIRED'])(
    'is read again at %s',
    async (code) => {
      const { readState, asked } = server({ value: STATE })
      expect(await readAiFailure(readState, 'request', code)).toEqual({ failure: { code }, state: STATE })
      expect(asked()).toBe(1)
    },
  )

  it('stays as it was, with the reason of the refusal, when it cannot be read', async () => {
    const read = await readAiFailure(server(AWAY).readState, 'request', 'AI_DAILY_LIMIT')
    expect(read).toEqual({ failure: { code: 'AI_DAILY_LIMIT' }, state: undefined })
  })

  it.each(['UNAVAILABLE', 'AI_GENERATION_FAILED', 'NETWORK_UNREACHABLE'])(
    'is not read after what says nothing about it: %s',
    async (code) => {
      const { readState, asked } = server({ value: STATE })
      expect((await readAiFailure(readState, 'request', code)).state).toBeUndefined()
      expect(asked()).toBe(0)
    },
  )
})
