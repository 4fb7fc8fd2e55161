import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { Icon } from '#ui/icon.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import type { EntryWay } from './entry-way.ts'
import { QR_OUTLINE } from './receipt-outline.ts'

type WayProps = {
  /** Absent for the empty form. */
  readonly by?: EntryWay
  readonly icon: ComponentProps<typeof Icon>['name']
  readonly name: string
}

function Way({ by, icon, name }: WayProps) {
  return (
    <Link
      to="/new-expense"
      search={by ? { by } : {}}
      className="button button-quiet"
      style={{ justifyContent: 'flex-start', gap: '0.75rem', minHeight: '3.25rem' }}
      preload="intent"
    >
      <Icon name={icon} />
      {name}
    </Link>
  )
}

/** The four ways to a new expense. */
export function NewEntrySheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Sheet title={t`New expense`} opened onClose={onClose} height="auto">
      <nav className="stack" aria-label={t`New expense`}>
        <Way by="scan" icon={{ outline: QR_OUTLINE }} name={t`Scan QR`} />
        <Way by="code" icon="receipt" name={t`Type the code`} />
        <Way by="file" icon="paper" name={t`File or photo`} />
        <Way icon="pencil" name={t({ context: 'a new expense', message: 'By hand' })} />
      </nav>
    </Sheet>
  )
}
