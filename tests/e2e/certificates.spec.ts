import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './fixtures.ts'
import { logInAs } from './steps/log-in-as.ts'

/** The second company of the demo. */
const COMPANY = 'Vifaa vya Ujenzi Mfano Mwenge Ltd'
const SERIAL = '99TZ000002'

test('a platform admin uploads a renewed certificate, sees that a password is wrong, registers it, and the counters continue (spec §3, §8)', async ({
  phone,
  authority,
}) => {
  const { page } = phone
  const renewed = (await authority.post(`devices/${SERIAL}/renew-certificate`)) as {
    readonly pfxBase64: string
    readonly pfxPassword: string
    readonly certSerialHex: string
  }
  await logInAs(phone, 'admin')
  await page.goto('/companies')
  await page.getByRole('searchbox').fill('Mwenge')
  await page.getByRole('button', { name: COMPANY }).click()
  const section = page.getByRole('region', { name: 'TRA certificate and registration' })
  await expect(section.getByText('Registered', { exact: true })).toBeVisible()
  await expect(section.getByText('Simulation — not fiscal')).toBeVisible()
  const next = section.locator('div', { has: page.getByText('Next receipt number', { exact: true }) }).last()
  const counter = await next.textContent()

  await section.getByRole('button', { name: 'Upload a new certificate' }).click()
  const sheet = page.getByRole('dialog', { name: 'TRA certificate' })
  await expect(sheet.getByRole('textbox', { name: 'Serial number' })).toHaveValue(SERIAL)
  const choosing = page.waitForEvent('filechooser')
  await sheet.getByRole('button', { name: 'Certificate file (PFX)' }).click()
  const buffer = Buffer.from(renewed.pfxBase64, 'base64')
  await (await choosing).setFiles({ name: 'mwenge.pfx', mimeType: 'application/x-pkcs12', buffer })
  const password = sheet.getByRole('textbox', { name: 'Password of the certificate file' })
  await password.fill('sio hili')
  await sheet.getByRole('button', { name: 'Upload the certificate' }).click()
  await expect(sheet.getByText('This password does not open the file. Check it and try again')).toBeVisible()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await password.fill(renewed.pfxPassword)
  await sheet.getByRole('button', { name: 'Upload the certificate' }).click()
  await expect(sheet).toBeHidden()
  await expect(section.getByText('Uploaded, not used yet')).toBeVisible()

  await section.getByRole('button', { name: 'Register with the simulator' }).click()
  await expect(section.getByText('Uploaded, not used yet')).toBeHidden()
  await expect(section.getByText(`Serial of the certificate: ${renewed.certSerialHex}`)).toBeVisible()
  expect(await next.textContent()).toBe(counter)
  await expect(section.getByText('Registered', { exact: true })).toBeVisible()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})
