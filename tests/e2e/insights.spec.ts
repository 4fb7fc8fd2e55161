import type { Page } from '@playwright/test'
import type { FaultProxy } from '../support/fault-proxy.ts'
import { expect, test } from './fixtures.ts'
import { navigate } from './steps/navigate.ts'
import { connectionStatus } from './steps/outbox.ts'
import { signIn } from './steps/sign-in.ts'
import { openSwahiliTab } from './steps/swahili-tab.ts'

const REQUEST = /accounting\/insights(\?|$)/
const TASK = /accounting\/insights\/tasks/
const CATEGORY = /accounting\/insights\/category/
const CONSENT = /accounting\/insights\/consent/

function refuseOnce(proxy: FaultProxy, path: RegExp, status: number, code: string) {
  const body = JSON.stringify({
    ...{ type: 'about:blank', title: code, status, code, message: code, requestId: 'none' },
  })
  return proxy.inject(path, {
    ...{ kind: 'answer', status, body },
    headers: { 'content-type': 'application/problem+json' },
  })
}

/** Every error of spec §8 for AI that ends a request, with how it comes about and its sentences. */
const FAILURES = [
  {
    path: REQUEST,
    status: 429,
    code: 'AI_TOO_MANY_REQUESTS',
    en: 'Too many requests. Wait a moment and try again',
    sw: 'Maombi ni mengi mno. Subiri kidogo kisha ujaribu tena',
  },
  {
    path: REQUEST,
    status: 429,
    code: 'AI_DAILY_LIMIT',
    en: 'Daily AI request limit reached, try again tomorrow',
    sw: 'Kikomo cha maombi ya AI kwa siku kimefikiwa, jaribu tena kesho',
  },
  {
    path: REQUEST,
    status: 503,
    code: 'AI_GENERATION_FAILED',
    en: 'The AI insights could not be generated. Nothing was counted. Try again later',
    sw: 'Uchambuzi wa AI haukuweza kutengenezwa. Hakuna kilichohesabiwa. Jaribu tena baadaye',
  },
  {
    path: REQUEST,
    status: 503,
    code: 'UNAVAILABLE',
    en: 'The AI request failed. The service is not available now. Please wait a moment and try again',
    sw: 'Ombi la AI limeshindikana. Huduma haipatikani kwa sasa. Tafadhali subiri kidogo kisha ujaribu tena',
  },
  {
    path: REQUEST,
    status: 403,
    code: 'AI_CONSENT_REQUIRED',
    en: 'First choose whether AI may word your figures',
    sw: 'Kwanza chagua kama AI inaweza kuandika takwimu zako kwa maneno',
  },
  {
    path: TASK,
    status: 503,
    code: 'UNAVAILABLE',
    en: 'The status of the AI request could not be checked. The service is not available now. Please wait a moment and try again',
    sw: 'Hali ya ombi la AI haikuweza kuangaliwa. Huduma haipatikani kwa sasa. Tafadhali subiri kidogo kisha ujaribu tena',
  },
  {
    path: TASK,
    status: 500,
    code: 'AI_TASK_FAILED',
    en: 'The AI task failed and was stopped. Nothing was counted. Try again',
    sw: 'Kazi ya AI imeshindikana na imesimamishwa. Hakuna kilichohesabiwa. Jaribu tena',
  },
  {
    path: TASK,
    status: 500,
    code: 'AI_ANALYSIS_FAILED',
    en: 'The AI analysis failed: its answer did not match your figures, so it is not shown',
    sw: 'Uchambuzi wa AI umeshindikana: jibu lake halikulingana na takwimu zako, kwa hiyo halionyeshwi',
  },
] as const

/** A line that breaks, as people read it. */
const NO_LINE = {
  en: 'The AI request failed. Network error. Check your connection and try again',
  sw: 'Ombi la AI limeshindikana. Hitilafu ya mtandao. Angalia muunganisho wako kisha ujaribu tena',
} as const

const RUNNING = {
  ...{
    id: '0199f2a0-0000-7000-8000-000000000001',
    status: 'queued',
    cached: false,
    failure: null,
    result: null,
  },
  quota: { current: 1, max: 10 },
}

async function showsEachFailure(page: Page, proxy: FaultProxy, language: 'en' | 'sw') {
  const button = language === 'en' ? 'Put my figures into words' : 'Andika takwimu zangu kwa maneno'
  await expect(page.getByRole('button', { name: button })).toBeVisible()
  for (const { path, status, code, ...words } of FAILURES) {
    if (path === TASK) {
      proxy.inject(REQUEST, {
        ...{ kind: 'answer', status: 200, body: JSON.stringify(RUNNING) },
        headers: { 'content-type': 'application/json' },
      })
    }
    refuseOnce(proxy, path, status, code)
    await page.getByRole('button', { name: button }).click()
    // Shown only after the quota was read again where that is due, so that no look is left for the next fault.
    await expect(page.getByText(words[language])).toBeVisible()
  }
  // The line breaks: only now is the connection named.
  const cut = proxy.inject(REQUEST, { kind: 'refuse' }, Number.POSITIVE_INFINITY)
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByText(NO_LINE[language])).toBeVisible()
  cut.end()
}

test('insights are computed offline, lead to their records, and stay away when they are put away; AI words them after consent, and every failure is said (spec §1, §3, §4, §8)', async ({
  phone,
  faultProxy,
}) => {
  const { page, context } = phone
  await signIn(page)
  await context.setOffline(true)
  await navigate(page, '/dashboard')
  const section = page.getByRole('region', { name: 'What your figures say' })
  await expect(
    section.getByText('Computed on this phone from your own records. Nothing leaves it.'),
  ).toBeVisible()
  const cards = section.getByRole('listitem')
  await expect(cards.first()).toBeVisible()

  const first = cards.first()
  const rule = await first.getAttribute('data-rule')
  await first.getByText('The figures').click()
  await expect(first.getByRole('row').first()).toBeVisible()
  await expect(first.getByText(/Confidence: (high|medium|low)/)).toBeVisible()
  await expect(first.getByRole('link', { name: 'Show the records' })).toHaveAttribute(
    'href',
    /^\/(sales|invoices|expenses-report|products|customer)/,
  )
  const saved = page.waitForEvent('download')
  await first.getByRole('button', { name: 'Share as a picture' }).click()
  expect((await saved).suggestedFilename()).toBe('risiti-insight.png')
  await first.getByRole('button', { name: 'Not useful' }).click()
  const sameRule = section.locator(`[data-rule="${rule}"]`).getByRole('button', { name: 'Not useful' })
  await expect(sameRule).toHaveCount(0)
  await section.getByRole('button', { name: /^Show what you put away/ }).click()
  await section.getByRole('button', { name: 'Show again' }).first().click()
  await expect(sameRule).toBeVisible()

  await test.step('a screen of its own, by type, with what was answered', async () => {
    await section.getByRole('link', { name: /^Show all/ }).click()
    await expect(page).toHaveURL(/\/insights/)
    const all = page.getByRole('main').locator('[data-rule]')
    await expect(all.first()).toBeVisible()
    const before = await all.count()
    const done = all.first()
    const answered = await done.getAttribute('data-rule')
    await done.getByRole('button', { name: 'Done', exact: true }).click()
    await expect(all).toHaveCount(before - 1)
    const answers = page.getByRole('group', { name: 'Your answer' })
    await answers.getByRole('button', { name: 'Done' }).click()
    await expect(all).toHaveCount(1)
    await expect(all).toHaveAttribute('data-rule', answered ?? '')
    await all.getByRole('button', { name: 'Show again' }).click()
    await expect(page.getByText('There is nothing here.')).toBeVisible()
    await answers.getByRole('button', { name: 'Open' }).click()
    await expect(all).toHaveCount(before)
    const about = page.getByRole('group', { name: 'What it is about' })
    let shown = 0
    for (const type of ['Sales', 'Expenses', 'Tax', 'Health of the business']) {
      await about.getByRole('button', { name: type }).click()
      await expect(about.getByRole('button', { name: type })).toHaveAttribute('aria-pressed', 'true')
      shown += await all.count()
    }
    expect(shown).toBe(before)
    await navigate(page, '/dashboard')
  })
  await context.setOffline(false)
  refuseOnce(faultProxy, REQUEST, 503, 'UNAVAILABLE')
  await section.getByRole('button', { name: 'In words, by AI' }).click()
  await expect(section.getByRole('button', { name: 'Try again' })).toBeVisible()
  // A connection that comes back asks again without the button.
  await context.setOffline(true)
  await expect(connectionStatus(page)).toHaveText('You are offline')
  await context.setOffline(false)
  const ai = section.getByRole('region', { name: 'In words, by AI' })
  refuseOnce(faultProxy, CONSENT, 503, 'UNAVAILABLE')
  await ai.getByRole('button', { name: 'I agree' }).click()
  await expect(ai.getByText(/^Your choice was not saved\. The service is not available now\./)).toBeVisible()
  await ai.getByRole('button', { name: 'I do not agree' }).click()
  await expect(ai.getByText('You did not agree to AI. Nothing is sent.')).toBeVisible()
  await ai.getByRole('button', { name: 'Change my choice' }).click()
  await ai.getByRole('button', { name: 'I agree' }).click()
  await expect(ai.getByText('AI requests today: 0 of 10')).toBeVisible()
  const ask = ai.getByRole('button', { name: 'Put my figures into words' })
  await ask.click()
  await expect(ai.getByText('AI requests today: 1 of 10')).toBeVisible()
  await expect(ai.getByText(/^Your figures: .+\d.+ Please have a look\.$/).first()).toBeVisible()
  await ask.click()
  await expect(ai.getByText(/Kept from an earlier request; nothing was counted\./)).toBeVisible()
  await expect(ai.getByText('AI requests today: 1 of 10')).toBeVisible()

  await test.step('a category of an expense, confirmed by the person, under the same consent', async () => {
    await navigate(page, '/new-expense')
    await page.getByRole('button', { name: 'Write several items' }).click()
    await page.getByLabel('Item 1', { exact: true }).fill('Fuel for the generator')
    await page.getByRole('button', { name: 'Suggest a category' }).click()
    refuseOnce(faultProxy, REQUEST, 503, 'UNAVAILABLE')
    await page.getByRole('button', { name: 'Ask an AI' }).click()
    await page.getByRole('button', { name: 'Try again' }).click()
    const category = page.getByRole('region', { name: 'Category by AI' })
    for (const [status, code, words] of [
      [403, 'AI_CONSENT_REQUIRED', 'First choose whether AI may suggest categories of expenses'],
      [503, 'AI_GENERATION_FAILED', /^The AI could not suggest a category\./],
      [500, 'AI_ANALYSIS_FAILED', /^The AI's answer could not be used/],
    ] as const) {
      refuseOnce(faultProxy, CATEGORY, status, code)
      await category.getByRole('button', { name: /^Ask / }).click()
      await expect(category.getByRole('alert')).toContainText(words)
    }
    await category.getByRole('button', { name: /^Ask / }).click()
    await category.getByRole('button', { name: /, 90 % likely$/ }).click()
    await expect(page.getByRole('combobox', { name: 'Category' })).not.toHaveValue('')
    await navigate(page, '/dashboard')
    await section.getByRole('button', { name: 'In words, by AI' }).click()
    await expect(ai.getByText('AI requests today: 2 of 10')).toBeVisible()
  })
  await test.step('the consent is withdrawn and given again in the settings', async () => {
    await navigate(page, '/settings')
    const sheet = page.getByRole('dialog', { name: 'Use of AI' })
    const open = () => page.getByRole('button', { name: 'Change my choice' }).click()
    await open()
    await expect(sheet.getByText('You agreed to AI.')).toBeVisible()
    refuseOnce(faultProxy, CONSENT, 503, 'UNAVAILABLE')
    await sheet.getByRole('button', { name: 'I do not agree' }).click()
    await expect(sheet.getByRole('alert')).toContainText(
      'Your choice was not saved. The service is not available now.',
    )
    await sheet.getByRole('button', { name: 'I do not agree' }).click()
    await expect(sheet).toBeHidden()
    await navigate(page, '/dashboard')
    await section.getByRole('button', { name: 'In words, by AI' }).click()
    await expect(ai.getByText('You did not agree to AI. Nothing is sent.')).toBeVisible()
    await navigate(page, '/settings')
    await open()
    await expect(sheet.getByText('You did not agree to AI. Nothing is sent.')).toBeVisible()
    await sheet.getByRole('button', { name: 'I agree' }).click()
    await expect(sheet).toBeHidden()
    await navigate(page, '/dashboard')
    await section.getByRole('button', { name: 'In words, by AI' }).click()
  })
  await showsEachFailure(page, faultProxy, 'en')
  const swahili = await openSwahiliTab(phone, '/dashboard')
  await swahili.getByRole('button', { name: 'Kwa maneno, na AI' }).click()
  await showsEachFailure(swahili, faultProxy, 'sw')
  await swahili.getByRole('button', { name: 'Badili chaguo langu' }).click()
  refuseOnce(faultProxy, CONSENT, 503, 'UNAVAILABLE')
  await swahili.getByRole('button', { name: 'Sikubali' }).click()
  await expect(
    swahili.getByText(/^Chaguo lako halikuhifadhiwa\. Huduma haipatikani kwa sasa\./),
  ).toBeVisible()
})
