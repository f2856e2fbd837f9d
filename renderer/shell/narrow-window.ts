/** Below this width the rail is a bar at the bottom. */
export const narrowWindow = '(max-width: 719.98px)';
