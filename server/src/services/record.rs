//! Games between forms and notations.

use std::sync::Arc;

use tabuleiro_proto::v1::{
    ConvertRecordRequest, ConvertRecordResponse, record_service,
    record_service_server::RecordService,
};
use tonic::{Request, Response, Status};

use crate::services::{Core, convert};

/// See the module.
pub(crate) struct Records {
    core: Arc<Core>,
}

impl Records {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Records { core }
    }
}

#[tonic::async_trait]
impl RecordService for Records {
    async fn convert_record(
        &self,
        request: Request<ConvertRecordRequest>,
    ) -> Result<Response<ConvertRecordResponse>, Status> {
        let request = request.into_inner();
        self.core
            .pooled::<record_service::ConvertRecord>(request, convert::convert)
            .await
    }
}
