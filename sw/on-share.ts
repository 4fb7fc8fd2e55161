import { registerRoute } from 'workbox-routing'
import { openRegistry } from '#data/registry.ts'
import { insertSharedFiles } from '#data/shared-files.ts'
import { MAX_PHOTO_BYTES } from '#domain/files/validate-file.ts'
import { listDeviceUsers } from '#session/device-users.ts'
import { clock, registryPorts } from './accounts.ts'

/** The address to which other apps share receipts, as in the manifest (Web Share Target). */
const SHARE_PATH = '/share-receipt'
const FIELD = 'files'

/**
 * Stores shared files on the device, where a login is not needed, for the person who is signed in, else for the next one.
 * The form checks the files, so that the person can read why one is refused.
 */
export async function storeSharedFiles(request: Request): Promise<void> {
  const form = await request.formData()
  const files = form.getAll(FIELD).filter((entry) => entry instanceof File)
  const at = clock.now()
  const shared = await Promise.all(
    files.map(async (file) => {
      const { name, size } = file
      return { name, size, at, bytes: size <= MAX_PHOTO_BYTES ? await file.arrayBuffer() : null }
    }),
  )
  const people = await listDeviceUsers(registryPorts)
  const open = people.find(({ signInMethod, companyId }) => signInMethod === 'here' && companyId !== null)
  const registry = await openRegistry(registryPorts)
  try {
    await insertSharedFiles(registry, shared, at, open?.id)
  } finally {
    registry.close()
  }
}

async function answer(request: Request): Promise<Response> {
  await storeSharedFiles(request)
  return Response.redirect('/new-expense?shared=1', 303)
}

/**
 * Answers shares from other apps: opens the form of a new expense, at once or after the login. A phone that could not
 * store the file still opens the form, to choose it there.
 */
export function answerShares(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === SHARE_PATH,
    ({ request }) => answer(request).catch(() => Response.redirect('/new-expense', 303)),
    'POST',
  )
}
