import { useLingui } from '@lingui/react/macro'
import { useAppContext } from '#app-context/app-context.ts'
import { useLayout } from '#app-context/use-menu.ts'

/** The name of the open frame's menu: users with two frames see which one this is. */
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

/** Whether this frame offers *New invoice*: the default frame, for a user with a company. */
export function useSells(): boolean {
  const layout = useLayout()
  return useAppContext().company !== null && layout === 'app'
}
