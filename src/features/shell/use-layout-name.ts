import { useLingui } from '@lingui/react/macro'
import { useAppContext } from '#app-context/app-context.ts'
import { useLayout } from '#app-context/use-menu.ts'

/** What the menu of the open frame is called: whoever has two frames sees in which one this is. */
export function useLayoutName(): string {
  const { t } = useLingui()
  const layout = useLayout()
  switch (layout) {
    case 'admin':
      return t`Administration`
    case 'organization':
      return t`Organization`
    case 'owner':
      return t`My company`
    case 'app':
    case 'public':
      return t`Main menu`
  }
}

/** Whether this frame has the way to a new invoice: the one for the day's work, of somebody with a company. */
export function useSells(): boolean {
  const layout = useLayout()
  return useAppContext().company !== null && layout === 'app'
}
