import { useLingui } from '@lingui/react/macro'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { Explained } from './explained.tsx'

/** What the help says about an error, over the page on which it occurred. */
export function HelpSheet({ code, onClose }: { readonly code: string; readonly onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Sheet title={t`Help`} opened onClose={onClose} height="auto">
      <Explained about={code} onLeave={onClose} />
    </Sheet>
  )
}
