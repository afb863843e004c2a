/** Whether the rules are open beside the board: the buttons that open them are in other components than the panel. */
class RulesPanelState {
  isOpen = $state(false);
}

export const rulesPanel = new RulesPanelState();
