import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { signIn } from './steps/sign-in.ts'

const PIN = '4821'

/** Answers the screen of the feature phone and waits for the next one. */
async function answer(handset: Page, input: string, next: RegExp): Promise<void> {
  await handset.getByLabel('Answer').fill(input)
  await handset.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(handset.getByRole('status')).toHaveText(next)
}

test('a number is registered in the app, and an invoice that is dialled in ten steps is on the list (spec §1, §2, §3)', async ({
  phone,
  demo,
  faultProxy: line,
}) => {
  const { page, context } = phone
  // The server announces what was dialled; without its stream the phone would ask only once a minute.
  line.inject(/\/sync\/changes/, { kind: 'stream' }, Number.POSITIVE_INFINITY)
  await signIn(page)
  await page.goto('/ussd')
  await page.getByLabel('Answer').fill('1')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: '1. Sukari' })).toBeVisible()

  await page.getByRole('link', { name: 'Register a number' }).click()
  await page.getByLabel('Number of the phone').fill('0744 100 200')
  await page.getByLabel('PIN for USSD').fill('1234')
  await page.getByRole('button', { name: 'Get the code' }).click()
  await expect(page.getByLabel('PIN for USSD')).toHaveAccessibleDescription(/easy to guess/)
  await page.getByLabel('PIN for USSD').fill(PIN)
  await page.getByRole('button', { name: 'Get the code' }).click()
  const code = (await page.getByText(/^\d{6}$/).textContent()) ?? ''

  const handset = await context.newPage()
  await handset.goto(demo.featurePhoneUrl)
  const dial = async (first: RegExp) => {
    await handset.getByLabel('Number of this phone').fill('0744100200')
    await handset.getByRole('button', { name: 'Dial *148*09#' }).click()
    await expect(handset.getByRole('status')).toHaveText(first)
  }
  await dial(/Weka msimbo wa tarakimu 6/)
  await answer(handset, code, /Umesajiliwa/)

  await dial(/1\. Ankara mpya/)
  await answer(handset, '1', /Bidhaa/)
  await answer(handset, '5', /Jina la bidhaa/)
  await answer(handset, 'Fundi wa simu', /Aina ya kodi.*Kawaida 18%/s)
  await answer(handset, '1', /Kiasi kwa Tsh/)
  await answer(handset, '2x3650', /Jumla Tsh 7,300/)
  await answer(handset, '1', /Malipo/)
  await answer(handset, '2', /TIN ya mteja/)
  await answer(handset, '0', /Tsh 7,300.*Weka PIN/s)
  await answer(handset, PIN, /Msimbo wa risiti \w+, Tsh 7,300\. Utapata SMS TRA ikiitoa/)
  const shown = await handset.getByRole('status').textContent()
  // The answer was lost on the way: the phone asks again and gets the same one.
  await handset.getByRole('button', { name: 'Send the last request again' }).click()
  await expect(handset.getByRole('status')).toHaveText(shown ?? '')

  await page.getByRole('button', { name: 'I have entered it' }).click()
  await expect(page.getByText('Registered', { exact: true })).toBeVisible()
  await page.goto('/invoices')
  await expect(page.getByRole('link', { name: /Tsh 7,300 USSD/ })).toBeVisible({ timeout: 60_000 })
  await page.goto('/auth-ussd')
  await page.getByRole('button', { name: 'End +255 744 100 200' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End the number' }).click()
  await expect(page.getByRole('region', { name: '+255 744 100 200' })).toHaveCount(0)
  await dial(/Namba hii haijasajiliwa/)
})
