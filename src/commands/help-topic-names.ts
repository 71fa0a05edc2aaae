/** What has help besides the commands: `usdot help formats`. What it says is in help-topics.ts. */
export const helpTopics = ["options", "formats", "environment", "exit-status"] as const;
export type HelpTopic = (typeof helpTopics)[number];
