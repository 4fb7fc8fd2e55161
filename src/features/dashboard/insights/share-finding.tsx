import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { shareFile } from '#blocks/receipt/share-file.ts'
import { useAction } from '#ui/use-action.ts'
import type { FindingPicture } from './finding-picture.ts'

/** Shares a finding as a picture, or saves it where the browser cannot share files. */
export function ShareFinding({ picture }: { readonly picture: FindingPicture }) {
  const { t } = useLingui()
  const [busy, run] = useAction()
  const share = async () => {
    const { drawFinding } = await import('./finding-picture.ts')
    await shareFile(await drawFinding(picture))
  }
  return (
    <Button variant="subtle" loading={busy} onClick={() => void run(share)}>
      {t`Share as a picture`}
    </Button>
  )
}
