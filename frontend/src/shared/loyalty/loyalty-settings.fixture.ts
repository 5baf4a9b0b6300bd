/** The default settings, for tests. */
import type { LoyaltySettings } from "@/api/loyalty";

export const SETTINGS: LoyaltySettings = {
  id: 1,
  version: 1,
  poorThresholdMin: 0,
  poorThresholdMax: 30,
  mediumThresholdMin: 31,
  mediumThresholdMax: 79,
  excellentThresholdMin: 80,
  excellentThresholdMax: 100,
  excellentBonusPercentage: "5.00",
  pointsForTaskCompletion: 5,
  pointsForEarlyDelivery: 3,
  pointsForLateDelivery: -5,
  pointsForMissedDeadline: -10,
  pointsForProblemReport: -15,
};
