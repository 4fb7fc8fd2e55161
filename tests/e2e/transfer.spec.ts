import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { cameraArguments, filmCodes } from './steps/film-qr.ts'
import { createInstalledApp } from './steps/installed-app.ts'
import { watchLedger } from './steps/ledger.ts'
import { setLanguage } from './steps/log-in-as.ts'
import { navigate } from './steps/navigate.ts'
import { expectAllSent, expectIssued } from './steps/outbox.ts'
import { sell } from './steps/sell.ts'
import { signIn } from './steps/sign-in.ts'

async function openSheet(page: Page, button: string) {
  await navigate(page, '/settings')
  await page.getByRole('button', { name: button }).click()
  const sheet = page.getByRole('dialog', { name: button })
  await expect(sheet).toBeVisible()
  return sheet
}

test('three sales of an offline phone go to another phone by its camera and are sent once, though both phones are killed and the first one comes back (design D3; offline-design 3.7)', async ({
  faultProxy: line,
  authority,
  owner,
  launchOptions,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'risiti-film-'))
  const film = join(folder, 'codes.mjpeg')
  const args = [...(launchOptions.args ?? []), ...cameraArguments(film)]
  const first = createInstalledApp(line.url, launchOptions)
  const second = createInstalledApp(line.url, { ...launchOptions, args })
  try {
    const { page, context } = await first.start()
    await signIn(page)
    const ledger = await watchLedger(authority, owner)
    await context.setOffline(true)
    const ids = [await sell(page), await sell(page), await sell(page)]
    const shown = await openSheet(page, 'Send to another phone')
    const number = (await shown.locator('[translate="no"]').textContent()) ?? ''
    await page.clock.install()
    await shown.getByRole('button', { name: 'Show the codes' }).click()
    await expect(shown.getByText('Showing 3 records.')).toBeVisible()
    // An odd number: a reader in step with the film meets the others the next time round.
    await filmCodes(page, 31, film)
    await first.kill()

    const started = await second.start()
    await signIn(started.page, 'owner')
    await started.context.setOffline(true)
    const taking = await openSheet(started.page, 'Receive from another phone')
    await taking.getByRole('textbox').fill('123 456 7890')
    await taking.getByRole('button', { name: 'Receive' }).click()
    await expect(taking.getByText('Wrong number. Check the other phone again.')).toBeVisible()
    await taking.getByRole('textbox').fill(number)
    await taking.getByRole('button', { name: 'Receive' }).click()
    // A slow machine reads a part of the codes each time they come round.
    await expect(started.page.getByText('3 records received.')).toBeVisible({ timeout: 180_000 })
    await second.kill()

    const again = await second.start()
    await again.page.goto('/dashboard')
    await expectAllSent(again.page)
    await ledger.grownBy(3)
    await second.close()
    const back = await first.start()
    await back.page.goto('/dashboard')
    await expectAllSent(back.page)
    await expectIssued(back.page, ids)
    await ledger.grownBy(3)
  } finally {
    await first.remove()
    await second.remove()
    rmSync(folder, { recursive: true })
  }
})

test('a backup file brings a sale to the owner’s phone under its password, and only there (design D3, point 5)', async ({
  phone,
  newPhone,
  authority,
  owner,
}) => {
  const { page } = phone
  await signIn(page)
  const ledger = await watchLedger(authority, owner)
  await phone.context.setOffline(true)
  const id = await sell(page)
  const saving = await openSheet(page, 'Save a backup file')
  await saving.getByLabel('File password').fill('chumvi na sukari')
  const download = page.waitForEvent('download')
  await saving.getByRole('button', { name: 'Save the file' }).click()
  const file = await (await download).path()

  const other = await newPhone()
  await setLanguage(other, 'en')
  await signIn(other.page, 'operator2')
  const takeIn = async (at: Page, password: string) => {
    const opening = await openSheet(at, 'Open a backup file')
    const choosing = at.waitForEvent('filechooser')
    await opening.getByRole('button', { name: 'Choose the file' }).click()
    await (await choosing).setFiles(file)
    await opening.getByLabel('File password').fill(password)
    await opening.getByRole('button', { name: 'Receive' }).click()
    return opening
  }
  const refused = await takeIn(other.page, 'chumvi na sukari')
  await expect(refused.getByText(/^These records belong to another user/)).toBeVisible()

  const owners = await newPhone()
  await signIn(owners.page, 'owner')
  const opening = await takeIn(owners.page, 'sukari na chumvi')
  await expect(opening.getByText(/^Wrong password/)).toBeVisible()
  await opening.getByLabel('File password').fill('chumvi na sukari')
  await opening.getByRole('button', { name: 'Receive' }).click()
  await expect(owners.page.getByText('1 record received.')).toBeVisible()
  await expectAllSent(owners.page)
  await ledger.grownBy(1)
  await phone.context.setOffline(false)
  await expectAllSent(page)
  await expectIssued(page, [id])
  await ledger.grownBy(1)
})
