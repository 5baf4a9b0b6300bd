import { useQuery } from "@tanstack/react-query";
import { configurationQuery } from "@/api/configs";
import { ApiForm } from "@/screens/profile/api-form";
import { TrainingSwitch } from "@/shared/marketplace/training-switch";
import { QueryResult } from "@/ui/query-result";
import { Skeleton } from "@/ui/skeleton";

/** 'API GameBoost'. */
export default function ApiTab({ userId }: { userId: number }) {
  return (
    <QueryResult
      query={useQuery(configurationQuery("gameboost", userId))}
      failed="Não foi possível carregar suas configurações de API."
      framed
      fallback={<Skeleton className="h-96" />}
    >
      {(configuration) => (
        <>
          <ApiForm userId={userId} configuration={configuration} />
          <TrainingSwitch />
        </>
      )}
    </QueryResult>
  );
}
