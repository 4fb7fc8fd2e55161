import { MantineProvider } from '@mantine/core'
import { expect, it } from 'vitest'
import { NotKept } from '#blocks/csv-import/not-kept.tsx'
import { renderInRouter } from '../../support/render-in-router.tsx'

it('an import that this phone has no room for says why and what to do, and leads on', () => {
  const html = renderInRouter(
    <MantineProvider>
      <NotKept code="DEVICE_STORAGE_FULL" onAgain={() => undefined} />
    </MantineProvider>,
  )
  expect(html).toContain('This phone has no space left to save')
  expect(html).toContain('Free up some space on the phone')
  expect(html).toContain('about=DEVICE_STORAGE_FULL')
  expect(html).toMatch(/<button[^>]*>.*Choose another file/s)
})
