import { QuickSearch } from './quick-search.tsx'
import { ShortcutSheet } from './shortcut-sheet.tsx'
import type { Shortcut } from './use-shortcuts.ts'

/** What keyboard shortcuts open over any screen. */
export function QuickParts({ shown, onClose }: { shown: Shortcut; onClose: () => void }) {
  return shown === 'search' ? <QuickSearch onClose={onClose} /> : <ShortcutSheet onClose={onClose} />
}
